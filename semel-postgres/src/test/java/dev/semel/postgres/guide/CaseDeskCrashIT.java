package dev.semel.postgres.guide;

// snippet: case-desk-crash-test
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class CaseDeskCrashIT {
  @Test
  void aCaseIsOpenedOnceWhateverBreaks(PostgresDatabase database) {
    database.execute("CREATE TABLE cases (id bigserial PRIMARY KEY, complaint text NOT NULL)");

    CrashExplorer.of(database, CaseDeskCrashIT::open).explore().assertSafe();
  }

  private static Object open(Trial trial) {
    CaseDesk desk = new CaseDesk(trial.dataSource());
    return desk.open("acme", trial.key(), new CaseDesk.OpenCase("noise")).orElseThrow();
  }
}
// end snippet
