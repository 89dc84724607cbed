package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.bench.contender.Kind;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That every library still runs here, in each of its uses that {@link PeersRunIT} has not. */
@Tag("thorough")
class ContendersIT {
  @Test
  void everybodyStartsAndTakesACall() {
    Set<Kind> others = EnumSet.allOf(Kind.class);
    others.removeAll(PeersRunIT.CHOSEN.keySet());
    Map<Kind, String> told = new ConcurrentHashMap<>();
    try (OwnPostgresServer server = PostgresServer.start(PostgresSettings.durable())) {
      others.stream().parallel().forEach(kind -> told.put(kind, takeACall(server, kind)));
    }

    assertThat(told).containsOnlyKeys(others);
    assertThat(told.values())
        .allMatch(
            answer ->
                answer.matches(
                    "(Executed: )?paid 5 by A|Applied|1 event written"
                        + "|(scheduled|published), committed|enqueued"));
  }

  private static Entry entry(Kind kind) {
    return Entry.all().stream().filter(entry -> entry.kind() == kind).findFirst().orElseThrow();
  }

  private static String takeACall(OwnPostgresServer server, Kind kind) {
    PostgresDatabase database = server.database(kind.name().toLowerCase(Locale.ROOT));
    Tables.create(database);
    try (Theatre theatre = new Theatre(entry(kind), Timing.brief(), database)) {
      return theatre.node("A").call("one", "5", Theatre.PATIENCE);
    }
  }
}
