/** The PostgreSQL underneath: one that the demo brings along, or one of the user's own. */
@NullMarked
package dev.semel.demo.database;

import org.jspecify.annotations.NullMarked;
