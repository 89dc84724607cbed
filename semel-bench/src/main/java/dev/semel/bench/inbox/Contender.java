package dev.semel.bench.inbox;

import java.util.List;

/** An inbox as its documentation shows it. */
@FunctionalInterface
interface Contender {
  /** Inserts one row for each message that was not seen before. All of these are new. */
  void consume(List<String> messageIds) throws Exception;
}
