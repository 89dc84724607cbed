package dev.semel.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.stream.Stream;

/** What the numbers were measured on. */
public final class Machine {
  private static final Path CPU_FACTS = Path.of("/proc/cpuinfo");
  private static final double BYTES_PER_GIB = 1024.0 * 1024 * 1024;

  private Machine() {}

  /** One line for people who compare their numbers with these. */
  private static String describe(String postgresVersion) {
    return String.format(
        Locale.ROOT,
        "%d cores (%s), %.0f GiB memory, %s, JDK %s, PostgreSQL %s",
        Runtime.getRuntime().availableProcessors(),
        cpuModel(),
        memoryBytes() / BYTES_PER_GIB,
        System.getProperty("os.name"),
        System.getProperty("java.runtime.version"),
        postgresVersion);
  }

  /**
   * When, of what and on what it was measured.
   *
   * @param commit empty if nobody knows
   */
  public static String heading(String postgresVersion, String commit) {
    return "%s%s: %s; fsync and synchronous_commit on."
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            commit.isEmpty() ? "" : ", commit " + commit,
            describe(postgresVersion));
  }

  /** What is built from; empty unless whoever started this knows. */
  public static String commit() {
    return System.getProperty("semel.commit", "");
  }

  private static double memoryBytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** As Linux tells it; elsewhere the architecture has to do. */
  private static String cpuModel() {
    if (!Files.isReadable(CPU_FACTS)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(CPU_FACTS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElseGet(() -> System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
