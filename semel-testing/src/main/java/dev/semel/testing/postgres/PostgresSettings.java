package dev.semel.testing.postgres;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a server of one's own is set up. Immutable: each {@code with} returns changed settings.
 *
 * <pre>{@code
 * PostgresSettings settings = PostgresSettings.durable()
 *     .with("wal_level", "logical")
 *     .keptIn(Path.of("target/casework"));
 * }</pre>
 *
 * @param server what is set in PostgreSQL, by the names that its manual uses
 * @param folder where the server's files are kept from run to run; null for a temporary folder that
 *     is deleted on close
 */
public record PostgresSettings(Map<String, String> server, @Nullable Path folder) {

  private static final Pattern SETTING_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

  public PostgresSettings {
    server.forEach(PostgresSettings::check);
    server = Collections.unmodifiableMap(new LinkedHashMap<>(server));
  }

  /** Every commit reaches the disk before it is acknowledged, as in production. */
  public static PostgresSettings durable() {
    return new PostgresSettings(common(), null).with("fsync", "on");
  }

  /**
   * Commits are written but not forced to disk: they survive a crash of the server, not of the
   * machine.
   */
  public static PostgresSettings fast() {
    return new PostgresSettings(common(), null).with("fsync", "off");
  }

  /** Returns these settings with one PostgreSQL setting changed. */
  public PostgresSettings with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(server);
    changed.put(name, value);
    return new PostgresSettings(changed, folder);
  }

  /**
   * Returns these settings with a folder that outlives the server. A later server on the same
   * folder finds the earlier one's databases, also when the earlier JVM was killed: what still runs
   * on the folder then is stopped first.
   */
  public PostgresSettings keptIn(Path keptFolder) {
    return new PostgresSettings(server, keptFolder.toAbsolutePath().normalize());
  }

  private static Map<String, String> common() {
    Map<String, String> common = new LinkedHashMap<>();
    common.put("synchronous_commit", "on");
    common.put("max_connections", "300");
    common.put("max_prepared_transactions", "0");
    common.put("timezone", "UTC");
    // Tests provoke errors all day; the client is told of them, the log need not be.
    common.put("log_min_messages", "log");
    // Only TCP is used, and a socket file would survive a crash in a folder all servers share.
    common.put("unix_socket_directories", "");
    return common;
  }

  private static void check(String name, String value) {
    if (!SETTING_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' is no PostgreSQL setting: use a name from SHOW ALL, such as work_mem");
    }
    if (value.chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException(
          "the value of " + name + " has a control character: settings are single lines");
    }
  }
}
