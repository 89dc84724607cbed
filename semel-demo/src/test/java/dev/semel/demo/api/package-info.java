/** The service over real HTTP. */
@NullMarked
package dev.semel.demo.api;

import org.jspecify.annotations.NullMarked;
