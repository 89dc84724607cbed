package dev.semel.webhook;

import java.time.Instant;

/** Something that became of an endpoint. What becomes of events, its relay tells. */
public sealed interface WebhookChange {
  /** Which endpoint, by its name. */
  String endpoint();

  /** The endpoint answered 410: it wants nothing more, and gets nothing more, on any node. */
  record Gone(String endpoint, String reason) implements WebhookChange {}

  /**
   * The endpoint has taken nothing for as long as {@link WebhookSettings#giveUpAfter} allows, and
   * gets nothing more, on any node, until an operator switches it on. What waits is kept.
   *
   * @param since when the failures began
   * @param reason of the last one
   */
  record GivenUp(String endpoint, Instant since, String reason) implements WebhookChange {}

  /** Nothing is sent to the endpoint from this node any more, because it was switched off. */
  record Disabled(String endpoint, String by, String reason) implements WebhookChange {}

  /** The endpoint is sent to from this node. */
  record Started(String endpoint) implements WebhookChange {}

  /** The endpoint is not sent to from this node any more: removed, or all of it is stopped. */
  record Stopped(String endpoint) implements WebhookChange {}
}
