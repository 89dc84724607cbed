package dev.semel.spring.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.Inbox;
import dev.semel.inbox.MessageState;
import dev.semel.spring.internal.actuate.InboxEndpoint;
import dev.semel.spring.internal.listener.IdempotentListeners;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.ConfigurableApplicationContext;

/** A container gives batches, and each record counts once, in its turn. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchListenerIT {
  private final PostgresDatabase database;
  private final Letters letters = new Letters();
  private @Nullable ConfigurableApplicationContext application;

  BatchListenerIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeAll
  void start() {
    database.execute("CREATE TABLE counted (place serial, word text)");
    application =
        KafkaApplication.run(
            database,
            letters,
            new Class<?>[] {BatchBoard.class},
            "spring.kafka.listener.type=batch",
            "spring.kafka.consumer.value-deserializer=org.apache.kafka.common.serialization.ByteArrayDeserializer");
  }

  @AfterAll
  void stop() {
    application().close();
    letters.close();
  }

  private ConfigurableApplicationContext application() {
    return Objects.requireNonNull(application);
  }

  private static String newWord() {
    return "word-" + UUID.randomUUID();
  }

  private long counted(String word) {
    return database.queryLong("SELECT count(*) FROM counted WHERE word = ?", word);
  }

  private void passBy() {
    String last = newWord();
    letters.send(last, last);
    Eventually.holds("the last word is counted", () -> counted(last) == 1);
  }

  private boolean isDead(String id) {
    Inbox inbox = application().getBean(Inbox.class);
    return inbox.records().list(BatchBoard.CONSUMER, MessageState.DEAD, 100).stream()
        .anyMatch(kept -> kept.message().id().id().equals(id));
  }

  @Test
  void duplicatesInABatchCountOnce() {
    String word = newWord();
    for (int i = 0; i < 20; i++) {
      letters.send(word + i % 5, word + i % 5);
    }
    passBy();
    for (int i = 0; i < 5; i++) {
      assertThat(counted(word + i)).isEqualTo(1);
    }
  }

  @Test
  void oneThatFailsForGoodIsADeadLetterAndTheOthersCountOnce() {
    String word = newWord();
    application().getBean(Script.class).fail(word + 3, 1_000);
    for (int i = 0; i < 8; i++) {
      letters.send(word + i, word + i);
    }
    Eventually.holds("it is a dead letter", () -> isDead(word + 3));
    passBy();
    for (int i = 0; i < 8; i++) {
      assertThat(counted(word + i)).isEqualTo(i == 3 ? 0 : 1);
    }
    isRedrivenByAnOperator(word + 3);
  }

  private void isRedrivenByAnOperator(String word) {
    application().getBean(Script.class).fail(word, 0);
    InboxEndpoint endpoint = new InboxEndpoint(application().getBean(IdempotentListeners.class));
    assertThat(endpoint.counts())
        .singleElement()
        .satisfies(kept -> assertThat(kept.consumer()).isEqualTo(BatchBoard.CONSUMER))
        .satisfies(kept -> assertThat(kept.counts()).containsEntry(MessageState.DEAD, 1L));
    assertThat(endpoint.deadLetters(BatchBoard.CONSUMER, 5))
        .singleElement()
        .satisfies(letter -> assertThat(letter.id()).isEqualTo(word));
    assertThat(endpoint.deadLetters("nobody", 5)).isNull();
    assertThat(endpoint.redrive(BatchBoard.CONSUMER, 5)).isEqualTo(new InboxEndpoint.Redriven(1));
    Eventually.holds("it is applied", () -> counted(word) == 1);
  }

  @Test
  void whatComesTooEarlyIsAppliedInItsTurn() {
    String word = newWord();
    letters.send(word + 3, word, word + 3, 3L);
    letters.send(word + 2, word, word + 2, 2L);
    letters.send(word + 1, word, word + 1, 1L);
    Eventually.holds("all are counted", () -> counted(word + 3) == 1);
    assertThat(
            database.query("SELECT word FROM counted WHERE word LIKE ? ORDER BY place", word + "%"))
        .extracting(row -> row.get("word"))
        .isEqualTo(List.of(word + 1, word + 2, word + 3));
  }
}
