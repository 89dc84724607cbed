package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.kafka.ChildProcess;
import dev.semel.kafka.TopicLog;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process that dies in the middle of a transaction. */
class PipelineCrashIT {
  private static final int COUNT = 400;

  private final KafkaCluster cluster = KafkaCluster.shared();
  private final Numbers numbers = new Numbers(cluster, 2);

  @Test
  @Tag("thorough")
  void whatWasWrittenAndNotCommittedCountsForNothing() {
    numbers.write(0, COUNT);
    try (ChildProcess child = child("halt-before-commit")) {
      Eventually.holds("it has died", () -> !child.isAlive());
    }
    assertThat(numbers.committed()).isBetween(1L, COUNT - 1L);

    restart();
    assertThat(numbers.written()).isEqualTo(Numbers.upTo(COUNT));
  }

  @Test
  @Tag("thorough")
  void aKilledProcessLosesNothingAndDoublesNothing() {
    numbers.write(0, COUNT);
    try (ChildProcess child = child("run")) {
      Eventually.holds("it is at work", () -> numbers.committed() > 0);
      child.kill();
    }
    numbers.write(COUNT, 2 * COUNT);

    restart();
    assertThat(numbers.written()).isEqualTo(Numbers.upTo(2 * COUNT));
  }

  private ChildProcess child(String how) {
    return ChildProcess.run(PipelineProgram.class, cluster.bootstrapServers(), numbers.name, how);
  }

  /** Under the same name, which ends what the dead one has left open. */
  private void restart() {
    try (Pipeline pipeline =
        numbers.pipeline("doomed").consumerProperty("session.timeout.ms", "6000").build()) {
      pipeline.start();
      Eventually.holds("all is read", () -> numbers.committed() >= numbersWritten());
    }
  }

  private long numbersWritten() {
    return TopicLog.count(cluster, numbers.source);
  }
}
