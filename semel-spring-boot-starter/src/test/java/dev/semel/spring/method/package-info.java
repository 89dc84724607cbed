/** Methods that are commands, on a real PostgreSQL. */
@NullMarked
package dev.semel.spring.method;

import org.jspecify.annotations.NullMarked;
