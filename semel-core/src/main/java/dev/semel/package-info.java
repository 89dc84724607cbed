/**
 * What a user of Semel holds: operations, intents, outcomes, effects, leases, and {@link Semel}
 * that runs them.
 */
@NullMarked
package dev.semel;

import org.jspecify.annotations.NullMarked;
