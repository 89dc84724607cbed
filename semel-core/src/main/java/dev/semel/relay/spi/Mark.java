package dev.semel.relay.spi;

/**
 * A moment of the outbox, in the store's own terms: what had been committed by then. Immutable;
 * equal marks have the same behind them.
 */
public interface Mark {}
