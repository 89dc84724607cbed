package dev.semel.testing.crash;

import javax.sql.DataSource;

/**
 * One intent of the exploration: a key of its own, and a way to the database.
 *
 * @param key what the handler is to recognise attempts by; no other trial has it
 * @param dataSource connects to the database; each connection is a new one. While a fault is to
 *     strike, it leads through a proxy that brings it about. All trials share these two, so that a
 *     handler can keep what it makes of them
 * @param jdbcUrl the same, for a handler that makes its own connections or pool
 */
public record Trial(String key, DataSource dataSource, String jdbcUrl) {}
