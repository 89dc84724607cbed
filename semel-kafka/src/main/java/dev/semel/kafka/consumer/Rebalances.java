package dev.semel.kafka.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows the group's assignments, on the thread that polls. A partition that is taken away is held
 * a while for what is at work on it, then what is done is committed. One that was lost has another
 * owner already, and nothing is committed for it.
 */
final class Rebalances implements ConsumerRebalanceListener {
  private static final Duration MAX_COMMIT_WAIT = Duration.ofSeconds(5);

  private final Hand hand;
  private final OffsetCommits commits;
  private final ConsumerNotifier notifier;
  private final int member;
  private long maxWaitNanos;

  Rebalances(
      Hand hand,
      OffsetCommits commits,
      ConsumerNotifier notifier,
      int member,
      Duration revocationWait) {
    this.hand = hand;
    this.commits = commits;
    this.notifier = notifier;
    this.member = member;
    this.maxWaitNanos = revocationWait.toNanos();
  }

  /** What is at work has been waited for. */
  void waitNoMore() {
    maxWaitNanos = 0;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    if (!partitions.isEmpty()) {
      hand.assign(partitions);
      notifier.tell(
          new KafkaConsumerChange.Assigned(notifier.consumer(), member, List.copyOf(partitions)));
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    if (!partitions.isEmpty()) {
      Hand.Retired retired = hand.retire(partitions, maxWaitNanos);
      commits.commitNow(retired.offsets(), MAX_COMMIT_WAIT);
      notifier.tell(
          new KafkaConsumerChange.Revoked(
              notifier.consumer(), member, List.copyOf(partitions), retired.abandoned()));
    }
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    hand.retire(partitions, 0);
    notifier.tell(
        new KafkaConsumerChange.Lost(notifier.consumer(), member, List.copyOf(partitions)));
  }
}
