package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.PostgresStore;
import dev.semel.torture.bank.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On a server of its own that ends transactions in which nobody works, as while things break. */
@Tag("thorough")
class EndingIT {
  private static final Duration SERVER_LIMIT = Duration.ofSeconds(1);
  private static final int IDLE_SECONDS = 2;
  private static final Rest REST = new Rest(Duration.ZERO, Duration.ofMinutes(1));

  private final List<Connection> leaked = new ArrayList<>();

  private record Rows(StuckRows stuck) implements Rest.Work {
    @Override
    public List<String> unfinished() throws SQLException {
      return stuck.look().stuck();
    }

    @Override
    public String progress() {
      return "";
    }
  }

  private void leak(BankDatabase database) {
    try {
      Connection connection = database.connect();
      leaked.add(connection);
      connection.setAutoCommit(false);
      Sql.query(connection, row -> row.getInt(1), "SELECT 1");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void aTransactionThatIsLeftOpenWhenAllIsQuietIsFound() throws Exception {
    try (BankDatabase database = SinglePostgres.start()) {
      Objects.requireNonNull(PostgresStore.builder(database.dataSource()).migrate().build());
      database.endIdleTransactionsAfter(SERVER_LIMIT);
      Rows rows = new Rows(new StuckRows(database.dataSource(), IDLE_SECONDS));

      new Ending(database, REST, Duration.ofSeconds(IDLE_SECONDS))
          .carryOut(rows, words -> {}, () -> leak(database));

      assertThat(rows.unfinished()).singleElement().asString().contains("is open since");
      leaked.get(0).close();
    }
  }
}
