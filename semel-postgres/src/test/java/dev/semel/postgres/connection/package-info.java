@NullMarked
package dev.semel.postgres.connection;

import org.jspecify.annotations.NullMarked;
