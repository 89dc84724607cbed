package dev.semel.spring.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.inbox.Inbox;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.spring.kafka.InboxRecoverer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Spring Kafka's own containers call a listener, and a record counts once. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KafkaListenerIT {
  private final PostgresDatabase database;
  private final Letters letters = new Letters();
  private @Nullable ConfigurableApplicationContext application;

  KafkaListenerIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeAll
  void start() {
    database.execute("CREATE TABLE counted (word text, record_key text, type text)");
    application =
        KafkaApplication.run(
            database,
            letters,
            new Class<?>[] {Board.class, Acknowledgements.class},
            "spring.kafka.listener.ack-mode=record");
  }

  @AfterAll
  void stop() {
    application().close();
    letters.close();
  }

  private ConfigurableApplicationContext application() {
    return Objects.requireNonNull(application);
  }

  private <T> T bean(Class<T> type) {
    return application().getBean(type);
  }

  private Inbox inbox() {
    return bean(Inbox.class);
  }

  private MessageListenerContainer container() {
    return bean(KafkaListenerEndpointRegistry.class).getListenerContainers().iterator().next();
  }

  private static String newWord() {
    return "word-" + UUID.randomUUID();
  }

  private long counted(String word) {
    return database.queryLong("SELECT count(*) FROM counted WHERE word = ?", word);
  }

  private long published(String word) {
    return database.queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", word);
  }

  /** One partition: what was sent before has been dealt with when this has. */
  private void passBy() {
    String last = newWord();
    letters.send(last, last);
    Eventually.holds("the last word is counted", () -> counted(last) == 1);
  }

  private static MessageId id(String id) {
    return new MessageId(Letters.SOURCE, id);
  }

  @Test
  void aRecordThatIsSentTwiceCountsOnce() {
    String word = newWord();
    letters.send(word, word);
    letters.send(word, word);
    passBy();
    assertThat(counted(word)).isEqualTo(1);
    assertThat(published(word)).isEqualTo(1);
    assertThat(inbox().records().isKnown(Board.CONSUMER, id(word))).isTrue();
  }

  @Test
  void aRecordWhoseAcknowledgementFailedCountsOnce() {
    String word = newWord();
    bean(Acknowledgements.class).lose(word, 1);
    letters.send(word, word);
    Eventually.holds("it comes again", () -> bean(Acknowledgements.class).deliveries(word) == 2);
    passBy();
    assertThat(counted(word)).isEqualTo(1);
    assertThat(bean(Script.class).attempts(word)).isEqualTo(1);
  }

  @Test
  void aContainerThatDiesBetweenCommitAndAcknowledgementCountsOnce() {
    String word = newWord();
    MessageListenerContainer container = container();
    bean(Acknowledgements.class).lose(word, Integer.MAX_VALUE);
    letters.send(word, word);
    Eventually.holds("it is committed", () -> counted(word) == 1);
    container.stop();
    Eventually.holds("its threads have ended", () -> !container.isChildRunning());
    bean(Acknowledgements.class).lose(word, 0);
    int before = bean(Acknowledgements.class).deliveries(word);
    container.start();
    passBy();
    assertThat(bean(Acknowledgements.class).deliveries(word)).isGreaterThan(before);
    assertThat(counted(word)).isEqualTo(1);
    assertThat(bean(Script.class).attempts(word)).isEqualTo(1);
  }

  @Test
  void whatFailsLeavesNothingAndIsDeliveredAgain() {
    String word = newWord();
    bean(Script.class).fail(word, 2);
    letters.send(word, word);
    passBy();
    assertThat(bean(Script.class).attempts(word)).isEqualTo(3);
    assertThat(counted(word)).isEqualTo(1);
    assertThat(published(word)).isEqualTo(1);
  }

  @Test
  void whatFailsForGoodIsADeadLetterAndCanBeRedriven() {
    String word = newWord();
    bean(Script.class).fail(word, 3);
    letters.send(word, word);
    passBy();
    assertThat(counted(word)).isZero();
    KeptMessage dead = Objects.requireNonNull(inbox().records().find(Board.CONSUMER, id(word)));
    assertThat(dead.state()).isEqualTo(MessageState.DEAD);
    assertThat(dead.reason()).contains("IllegalStateException");
    assertThat(inbox().records().redrive(Board.CONSUMER, id(word))).isTrue();
    Eventually.holds("it is applied by a worker", () -> counted(word) == 1);
    assertThat(database.query("SELECT record_key, type FROM counted WHERE word = ?", word))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("record_key", word))
        .satisfies(row -> assertThat(row).containsEntry("type", "Said"));
    assertThat(published(word)).isEqualTo(1);
  }

  @Test
  void whatFailsOnItsWayToTheMethodIsADeadLetterToo() {
    String word = newWord();
    bean(Acknowledgements.class).stop(word);
    letters.send(word, word);
    passBy();
    assertThat(bean(Acknowledgements.class).deliveries(word)).isEqualTo(3);
    assertThat(Objects.requireNonNull(inbox().records().find(Board.CONSUMER, id(word))).state())
        .isEqualTo(MessageState.DEAD);
  }

  @Test
  void whatTheMethodRejectsIsADeadLetterAtOnce() {
    String word = Board.REFUSED + newWord();
    letters.send(word, word);
    passBy();
    assertThat(counted(word)).isZero();
    assertThat(published(word)).isZero();
    assertThat(Objects.requireNonNull(inbox().records().find(Board.CONSUMER, id(word))).state())
        .isEqualTo(MessageState.DEAD);
  }

  @Test
  void whatDoesNotSayWhichMessageItIsIsPutAside() {
    String word = newWord();
    letters.sendNameless(word);
    passBy();
    assertThat(counted(word)).isZero();
    List<KeptMessage> dead = inbox().records().list(Board.CONSUMER, MessageState.DEAD, 100);
    assertThat(dead).anyMatch(kept -> word.equals(kept.message().key()));
  }

  @Test
  void aKnownIdWithAnotherPayloadIsNotApplied() {
    String word = newWord();
    String other = newWord();
    letters.send(word, word);
    letters.send(word, other);
    passBy();
    assertThat(counted(word)).isEqualTo(1);
    assertThat(counted(other)).isZero();
    assertThat(inbox().records().violations(Board.CONSUMER, 100)).isNotEmpty();
  }

  @Test
  void whatIsNotTheRecordsFaultIsNeverGivenUp() {
    String word = newWord();
    ConsumerRecord<String, String> record = new ConsumerRecord<>(letters.topic(), 0, 0, word, word);
    Exception postponed =
        new MessageNotAppliedException.Postponed(Board.CONSUMER, "the store is away", null);
    assertThatThrownBy(() -> bean(InboxRecoverer.class).accept(record, postponed))
        .isSameAs(postponed);
    assertThat(inbox().records().list(Board.CONSUMER, MessageState.DEAD, 1_000))
        .noneMatch(kept -> word.equals(kept.message().key()));
  }
}
