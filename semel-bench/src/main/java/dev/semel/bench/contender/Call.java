package dev.semel.bench.contender;

/**
 * What a caller wants done once.
 *
 * @param key stays the same when the caller tries again
 * @param payload an amount, in digits
 */
record Call(String key, String payload) {}
