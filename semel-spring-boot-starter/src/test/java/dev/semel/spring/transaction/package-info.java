/** Commands in transactions of Spring, on a real PostgreSQL. */
@NullMarked
package dev.semel.spring.transaction;

import org.jspecify.annotations.NullMarked;
