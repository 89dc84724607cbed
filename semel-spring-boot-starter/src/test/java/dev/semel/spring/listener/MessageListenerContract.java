package dev.semel.spring.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageId;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.relay.Eventually;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a listener does that anybody calls, whoever manages transactions. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MessageListenerContract {
  private final PostgresDatabase database = PostgresServer.shared().newDatabase("listeners");
  private @Nullable ConfigurableApplicationContext application;

  /** An application with a ledger. */
  abstract Class<?> configuration();

  @BeforeAll
  void start() {
    database.execute("CREATE SEQUENCE inspected_id_seq INCREMENT 50");
    database.execute("CREATE TABLE inspected (id bigint, word text)");
    application =
        new SpringApplicationBuilder(configuration(), Inspector.class)
            .web(WebApplicationType.NONE)
            .initializers(
                context ->
                    ((GenericApplicationContext) context)
                        .registerBean(DataSource.class, () -> database.dataSource()))
            .run("--semel.tenant=acme", "--semel.inbox.workers=0");
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(application).close();
    database.close();
  }

  <T> T bean(Class<T> type) {
    return Objects.requireNonNull(application).getBean(type);
  }

  PostgresDatabase database() {
    return database;
  }

  Inspector inspector() {
    return bean(Inspector.class);
  }

  static String newWord() {
    return "word-" + UUID.randomUUID();
  }

  static Message message(String word) {
    return Message.of("desk", word, new byte[] {1});
  }

  private long inspected(String word) {
    return database().queryLong("SELECT count(*) FROM inspected WHERE word = ?", word);
  }

  private long audited(String word) {
    return database().queryLong("SELECT count(*) FROM semel.audit WHERE subject = ?", word);
  }

  private long published(String word) {
    return database().queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", word);
  }

  private boolean isKnown(String word) {
    return bean(Inbox.class).records().isKnown(Inspector.CONSUMER, new MessageId("desk", word));
  }

  @Test
  void aMessageIsAppliedOnceHoweverOftenItComes() throws IOException {
    String word = newWord();
    inspector().look(message(word));
    inspector().look(message(word));
    assertThat(inspected(word)).isEqualTo(1);
    assertThat(audited(word)).isEqualTo(1);
    assertThat(published(word)).isEqualTo(1);
  }

  @Test
  void aMessageIsAppliedOnceHoweverManyBringItAtOnce() {
    String word = newWord();
    CompletableFuture<?>[] all =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.runAsync(() -> lookUntilApplied(word)))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).join();
    assertThat(inspected(word)).isEqualTo(1);
  }

  private void lookUntilApplied(String word) {
    Eventually.holds(
        "the message is applied",
        () -> {
          try {
            inspector().look(message(word));
            return true;
          } catch (MessageNotAppliedException.Postponed again) {
            return false;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void whatTheMethodThrowsIsThrownAndNothingIsLeft() {
    String word = "unreadable-" + newWord();
    assertThatThrownBy(() -> inspector().look(message(word)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("cannot read " + word);
    assertThat(inspected(word)).isZero();
    assertThat(published(word)).isZero();
    assertThat(isKnown(word)).isFalse();
  }

  @Test
  void aGapIsToBeDeliveredAgain() throws IOException {
    String word = newWord();
    Message second = message(word + 2).about("word", word, 2L);
    assertThatThrownBy(() -> inspector().look(second))
        .isInstanceOf(MessageNotAppliedException.class)
        .hasMessageContaining("version 1 is missing");
    inspector().look(message(word + 1).about("word", word, 1L));
    inspector().look(second);
    assertThat(inspected(word + 2)).isEqualTo(1);
  }

  @Test
  void inACallersTransactionItCommitsWithIt() {
    String word = newWord();
    TransactionTemplate transaction =
        new TransactionTemplate(bean(PlatformTransactionManager.class));
    transaction.executeWithoutResult(
        status -> {
          look(word);
          status.setRollbackOnly();
        });
    assertThat(inspected(word)).isZero();
    assertThat(isKnown(word)).isFalse();
    transaction.executeWithoutResult(status -> look(word));
    assertThat(inspected(word)).isEqualTo(1);
    assertThat(isKnown(word)).isTrue();
  }

  private void look(String word) {
    try {
      inspector().look(message(word));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theListenerIsAroundTransactionalOnTheSameMethod() {
    String word = newWord();
    inspector().lookTransactional(message(word));
    assertThat(inspected(word)).as("its second run counts").isEqualTo(1);
    inspector().lookTransactional(message(word));
    assertThat(inspected(word)).isEqualTo(1);
  }

  @Test
  void aListIsAppliedMessageByMessage() {
    String word = newWord();
    List<Message> list = List.of(message(word + 1), message(word + 2), message(word + 1));
    inspector().lookAll(list);
    inspector().lookAll(list);
    assertThat(inspected(word + 1)).isEqualTo(1);
    assertThat(inspected(word + 2)).isEqualTo(1);
    assertThat(
            database()
                .queryLong(
                    "SELECT count(*) FROM semel.audit WHERE tenant = 'south' AND subject LIKE ?",
                    word + "%"))
        .isEqualTo(2);
  }
}
