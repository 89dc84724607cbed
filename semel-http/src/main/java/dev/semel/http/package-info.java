/**
 * Idempotency-Key for any servlet application: one request, one committed effect, one response,
 * however often it is sent.
 */
@NullMarked
package dev.semel.http;

import org.jspecify.annotations.NullMarked;
