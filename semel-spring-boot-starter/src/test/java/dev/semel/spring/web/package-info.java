/** Handlers of requests that are commands, behind Spring Security on a real Tomcat. */
@NullMarked
package dev.semel.spring.web;

import org.jspecify.annotations.NullMarked;
