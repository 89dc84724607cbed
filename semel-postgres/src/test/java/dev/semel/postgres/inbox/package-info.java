/** The inbox on a real server: lost connections, round trips, plans, workers. */
@NullMarked
package dev.semel.postgres.inbox;

import org.jspecify.annotations.NullMarked;
