package dev.semel.postgres.guide;

// snippet: case-desk-crash-test
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({PostgresExtension.class, CrashExtension.class})
class CaseDeskCrashIT {
  private final Map<DataSource, CaseDesk> desks = new ConcurrentHashMap<>();

  @Test
  void aCaseIsOpenedOnceWhateverBreaks(PostgresDatabase database, CrashExplorer explorer) {
    database.execute("CREATE TABLE cases (id bigserial PRIMARY KEY, complaint text NOT NULL)");
    explorer.explore(this::open);
  }

  private Object open(Trial trial) {
    CaseDesk desk = desks.computeIfAbsent(trial.dataSource(), CaseDesk::new);
    return desk.open("acme", trial.key(), new CaseDesk.OpenCase("noise")).orElseThrow();
  }
}
// end snippet
