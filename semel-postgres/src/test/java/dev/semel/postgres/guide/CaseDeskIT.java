package dev.semel.postgres.guide;

// snippet: case-desk-test
import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class CaseDeskIT {
  @BeforeAll
  static void createTable(PostgresDatabase database) {
    database.execute(
        """
        CREATE TABLE cases (
          id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          complaint text NOT NULL)
        """);
  }

  @Test
  void aRetryGetsTheFirstAnswer(PostgresDatabase database) {
    CaseDesk desk = new CaseDesk(database.dataSource());
    CaseDesk.OpenCase request = new CaseDesk.OpenCase("noise at night");

    Outcome<CaseDesk.CaseOpened> first = desk.open("acme", "command-1", request);
    Outcome<CaseDesk.CaseOpened> retry = desk.open("acme", "command-1", request);

    assertThat(first).isExecuted();
    assertThat(retry).isReplayed().hasResult(first.orElseThrow());
    assertThat(database.queryLong("SELECT count(*) FROM cases WHERE complaint = 'noise at night'"))
        .isEqualTo(1);
  }

  @Test
  void aKeyIsNotUsedForSomethingElse(PostgresDatabase database) {
    CaseDesk desk = new CaseDesk(database.dataSource());
    desk.open("acme", "command-2", new CaseDesk.OpenCase("noise by day"));

    Outcome<CaseDesk.CaseOpened> reuse =
        desk.open("acme", "command-2", new CaseDesk.OpenCase("smell"));

    assertThat(reuse).isMismatch();
    assertThat(database.queryLong("SELECT count(*) FROM cases WHERE complaint = 'smell'")).isZero();
  }
}
// end snippet
