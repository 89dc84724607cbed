package dev.semel.torture.world;

import dev.semel.torture.role.RoleSettings;
import dev.semel.torture.role.RoleSettings.Role;
import java.nio.file.Path;
import java.time.Duration;

/** A relay whose database and broker are not there. It looks for them for minutes. */
final class LonelyRelay {
  private static final String NOBODY = "127.0.0.1:1";
  private static final Duration MAX_STOP = Duration.ofMinutes(1);

  private LonelyRelay() {}

  static RoleProcess in(Path folder) {
    return in(folder, MAX_STOP);
  }

  static RoleProcess in(Path folder, Duration maxStop) {
    String jdbcUrl = "jdbc:postgresql://%s/bank?user=postgres".formatted(NOBODY);
    return new RoleProcess(settings(jdbcUrl), folder, maxStop);
  }

  /** One that cannot even look. */
  static RoleProcess thatKnowsNoAddress(Path folder) {
    return new RoleProcess(settings("nonsense"), folder, MAX_STOP);
  }

  private static RoleSettings settings(String jdbcUrl) {
    return new RoleSettings(Role.RELAY, "relay-0", 0, jdbcUrl, NOBODY, "", 1, Duration.ZERO, false);
  }
}
