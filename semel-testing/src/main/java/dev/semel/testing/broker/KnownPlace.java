package dev.semel.testing.broker;

import dev.semel.testing.crash.Trial;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where the broker is, looked up once per process. May be used by several threads. */
final class KnownPlace {
  private @Nullable BrokerPlace place;

  synchronized BrokerPlace of(Trial trial) throws SQLException {
    BrokerPlace known = place;
    if (known == null) {
      known = BrokerPlace.find(trial.dataSource());
      place = known;
    }
    return known;
  }
}
