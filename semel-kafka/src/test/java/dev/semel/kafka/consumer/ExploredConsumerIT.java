package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Step;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A record on its way from the broker through the database to its acknowledgement: received,
 * applied, committed, acknowledged. Where the broker takes part, another member joins the group
 * with another copy of the record, the connection breaks, and the process dies; when all is done,
 * the record is sent again.
 */
@Tag("thorough")
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredConsumerIT {
  private final PostgresDatabase database;
  private final Board board;
  private final Topic topic = new Topic(KafkaCluster.shared(), 1);

  ExploredConsumerIT(PostgresDatabase database) {
    this.database = database;
    this.board = new Board(database);
  }

  @AfterEach
  void close() {
    topic.close();
    board.close();
  }

  @Test
  void aRecordIsAppliedOnceAndItsOffsetIsPassed(CrashExplorer explorer) {
    ExploredConsumer.noteBroker(database, topic);
    CrashReport report =
        explorer
            .faults(
                CrashFault.CUT_BEFORE,
                CrashFault.REPLY_LOST,
                CrashFault.DUPLICATE,
                CrashFault.KILLED_BEFORE,
                CrashFault.KILLED_AFTER,
                CrashFault.REDELIVERY)
            // What connections to the database do to an inbox is explored where the inbox is.
            .whereAnnounced(
                CrashFault.CUT_BEFORE,
                CrashFault.REPLY_LOST,
                CrashFault.DUPLICATE,
                CrashFault.KILLED_BEFORE,
                CrashFault.KILLED_AFTER)
            .killing(ExploredConsumer.class)
            .preparing((it, key) -> send(key))
            .check("applied once", this::isAppliedOnce)
            .explore(new ExploredConsumer(this::send));

    assertThat(report.steps())
        .filteredOn(Step::announced)
        .extracting(Step::text)
        .contains(ExploredConsumer.RECEIVE, ExploredConsumer.ACKNOWLEDGE);
    assertThat(topic.passed()).as("all records are acknowledged").isEqualTo(topic.sent());
  }

  private void send(String key) {
    topic.send(key, Topic.event(key), "1");
    topic.flush();
  }

  private void isAppliedOnce(PostgresDatabase ignored, String key) {
    assertThat(database.queryLong("SELECT count(*) FROM applied WHERE message_id = ?", key))
        .isOne();
  }
}
