/** Casework on a real PostgreSQL, and over real HTTP. */
@NullMarked
package dev.semel.demo;

import org.jspecify.annotations.NullMarked;
