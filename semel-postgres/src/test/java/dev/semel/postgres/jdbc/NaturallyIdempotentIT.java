package dev.semel.postgres.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.jdbc.GuardedTransition;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Writes that may be repeated by their nature, with whatever key, and keep what came first. */
@ExtendWith(PostgresExtension.class)
class NaturallyIdempotentIT {
  private static final GuardedTransition DELETE =
      GuardedTransition.updating(
              """
              UPDATE document SET state = 'DELETED', deleted_at = statement_timestamp()
              WHERE id = :id AND state = 'ACTIVE'
              """)
          .reading("SELECT state FROM document WHERE id = :id")
          .from("ACTIVE")
          .to("DELETED");

  private final PostgresDatabase database;
  private final Semel semel;

  NaturallyIdempotentIT(PostgresDatabase database) {
    this.database = database;
    this.semel = JdbcSupport.semel(database);
  }

  @BeforeEach
  void makeTables() {
    database.execute(
        """
        DROP TABLE IF EXISTS reading, document;
        CREATE TABLE reading (notice text PRIMARY KEY, read_at timestamptz NOT NULL);
        CREATE TABLE document (id bigint PRIMARY KEY, state text NOT NULL, deleted_at timestamptz);
        INSERT INTO document VALUES (1, 'ACTIVE', NULL);
        TRUNCATE semel.outbox
        """);
  }

  private String markRead(JdbcEffect effect) throws SQLException {
    try (PreparedStatement insert =
        effect
            .connection()
            .prepareStatement(
                "INSERT INTO reading VALUES (?, clock_timestamp()) ON CONFLICT (notice) DO NOTHING")) {
      insert.setString(1, "notice-1");
      return insert.executeUpdate() == 1 ? "first" : "again";
    }
  }

  @Test
  void theFirstTimestampIsKeptWhateverKeyTheRepetitionHas() {
    Outcome<String> first = semel.once(JdbcSupport.intent(JdbcSupport.newKey()), this::markRead);
    String readAt = database.query("SELECT read_at::text FROM reading").toString();
    Outcome<String> again = semel.once(JdbcSupport.intent(JdbcSupport.newKey()), this::markRead);

    assertThat(first.orElseThrow()).isEqualTo("first");
    assertThat(again.orElseThrow()).isEqualTo("again");
    assertThat(database.query("SELECT read_at::text FROM reading").toString()).isEqualTo(readAt);
  }

  /** The event's key is the document's, so that it is published once, whoever deletes. */
  private String softDelete(JdbcEffect effect) throws SQLException {
    GuardedTransition.Result result = DELETE.run(effect.connection(), Map.of("id", 1L));
    effect.publish(Event.of("document", "1", "DocumentDeleted", null).keyed("document-1-deleted"));
    return result.getClass().getSimpleName();
  }

  @Test
  void aSoftDeleteLeavesOneTombstoneEventHoweverOftenItIsAsked() {
    Outcome<String> first = semel.once(JdbcSupport.intent(JdbcSupport.newKey()), this::softDelete);
    String deletedAt = database.query("SELECT deleted_at::text FROM document").toString();
    Outcome<String> again = semel.once(JdbcSupport.intent(JdbcSupport.newKey()), this::softDelete);

    assertThat(first.orElseThrow()).isEqualTo("Applied");
    assertThat(again.orElseThrow()).isEqualTo("AlreadyThere");
    assertThat(database.query("SELECT deleted_at::text FROM document").toString())
        .isEqualTo(deletedAt);
    assertThat(tombstones()).isEqualTo(1);
  }

  @Test
  void ofTwentySoftDeletesAtOnceOneEventIsLeft() {
    var all =
        JdbcSupport.race(
            20, () -> semel.once(JdbcSupport.intent(JdbcSupport.newKey()), this::softDelete));

    assertThat(all).extracting(Outcome::orElseThrow).containsOnlyOnce("Applied");
    assertThat(tombstones()).isEqualTo(1);
  }

  private long tombstones() {
    return database.queryLong("SELECT count(*) FROM semel.outbox WHERE type = 'DocumentDeleted'");
  }
}
