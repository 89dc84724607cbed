/** Handlers of requests that are commands: how the filter finds them, and what they are told. */
@NullMarked
package dev.semel.spring.internal.web;

import org.jspecify.annotations.NullMarked;
