package dev.semel.spi;

import dev.semel.Effect;

/**
 * The body of a command, for any store.
 *
 * @param <T> the store's transaction handle
 * @param <R> the result
 */
@FunctionalInterface
public interface Body<T, R> {
  R run(Effect<T> effect);
}
