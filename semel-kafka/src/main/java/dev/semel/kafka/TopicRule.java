package dev.semel.kafka;

import dev.semel.relay.RelayedEvent;

/**
 * Says to which topic an event goes. All events of an aggregate must go to one topic, or their
 * order is lost; and what once went to a topic should go there for ever. Called by several threads.
 */
@FunctionalInterface
public interface TopicRule {
  /** The prefix that routers of change data capture use too. */
  String STANDARD_PREFIX = "outbox.event.";

  /** The topic's name: letters, digits, dots, underscores and hyphens, 249 at most. */
  String topicOf(RelayedEvent event);

  /** {@value #STANDARD_PREFIX} and the aggregate's type: {@code outbox.event.case}. */
  static TopicRule byAggregateType() {
    return byAggregateType(STANDARD_PREFIX);
  }

  /** The prefix and the aggregate's type. */
  static TopicRule byAggregateType(String prefix) {
    return event -> prefix + event.aggregateType();
  }

  /** Everything to one topic. */
  static TopicRule always(String topic) {
    TopicNames.check(topic);
    return event -> topic;
  }
}
