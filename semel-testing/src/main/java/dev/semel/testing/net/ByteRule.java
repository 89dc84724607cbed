package dev.semel.testing.net;

/**
 * A fault that a number of bytes sets off. Each connection counts for itself.
 *
 * @param direction the direction in which bytes count
 * @param bytes how many pass
 * @param fault counts how often it fired
 */
record ByteRule(Direction direction, long bytes, Fault fault) {}
