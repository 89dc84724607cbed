/** The contract of every store, held against PostgreSQL. */
@NullMarked
package dev.semel.postgres.contract;

import org.jspecify.annotations.NullMarked;
