package dev.semel.jdbc;

import dev.semel.JdbcCommand;

/**
 * A command whose code begins and ends its own transactions, as a request handler does. A {@link
 * TransactionFramework} does not put it into a transaction.
 *
 * @param <R> its result
 */
@FunctionalInterface
public interface SelfManaged<R> extends JdbcCommand<R> {}
