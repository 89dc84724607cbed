/**
 * An HTTP client that retries safely: one key per intent, the same on every attempt, and an outcome
 * that tells a failure from not knowing.
 */
@NullMarked
package dev.semel.client;

import org.jspecify.annotations.NullMarked;
