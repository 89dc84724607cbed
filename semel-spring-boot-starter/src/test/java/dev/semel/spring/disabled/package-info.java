/** Applications with {@code semel.enabled=false}, on a database that is not PostgreSQL. */
@NullMarked
package dev.semel.spring.disabled;

import org.jspecify.annotations.NullMarked;
