package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.StoreException;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Publishing inside any transaction. */
@ExtendWith(PostgresExtension.class)
class PublishingIT {
  private static final Event OPENED = Event.of("case", "7", "opened", "{}");

  private final PostgresDatabase database;
  private final Semel semel;

  PublishingIT(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  private long count(String key) {
    return database.queryLong(
        "SELECT count(*) FROM semel.outbox WHERE event_key = '%s'".formatted(key));
  }

  @Test
  void eventsCommitWithTheTransactionOrNotAtAll() throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThat(semel.within(connection).publish("acme", OPENED.keyed("undone"))).isEqualTo(1);
      connection.rollback();
      semel.within(connection).publish("acme", OPENED.keyed("done"));
      connection.commit();
    }
    assertThat(count("undone")).isZero();
    assertThat(count("done")).isEqualTo(1);
  }

  @Test
  void aPayloadThatIsNotJsonIsNamedAsWhatIsWrong() throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(
              () ->
                  semel
                      .within(connection)
                      .publish("acme", Event.of("case", "7", "opened", "by phone")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("not JSON")
          .hasMessageNotContaining("by phone");
    }
  }

  @Test
  void aTenantThatIsNoneIsRefusedBeforeTheDatabaseIsAsked() throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> semel.within(connection).publish("", OPENED))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("tenant");
      assertThat(semel.within(connection).publish("acme", OPENED)).isEqualTo(1);
    }
  }

  @Test
  void oneKeyIsOneEventHoweverOftenItIsPublished() throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Event once = OPENED.keyed("once");
      assertThat(semel.within(connection).publish("acme", once, OPENED, once)).isEqualTo(2);
      connection.commit();
      assertThat(semel.within(connection).publish("acme", once)).isZero();
      assertThat(semel.within(connection).publish("other", once)).isEqualTo(1);
      connection.commit();
    }
    assertThat(count("once")).as("one for each tenant").isEqualTo(2);
  }

  @Test
  void withoutATransactionItIsRefused() throws SQLException {
    try (Connection connection = database.connect()) {
      assertThatThrownBy(() -> semel.within(connection).publish("acme", OPENED.keyed("refused")))
          .isInstanceOf(TransactionMisuseException.class)
          .hasMessageContaining("autocommit")
          .hasMessageContaining("setAutoCommit(false)");
    }
    assertThat(count("refused")).isZero();
  }
}
