package dev.semel.torture;

import dev.semel.torture.nemesis.FaultKind;
import java.util.Arrays;
import java.util.List;

/** What {@code --help} tells. */
final class Usage {
  private static final int MAX_COLUMNS = 116;
  private static final String INDENT = " ".repeat(20);

  private Usage() {}

  static String text() {
    return """
        usage: ./semel torture [options]

          --time <time>     for how long things are broken, such as 30s, 5m or 1h; %s (60s)
          --seed <number>   decides, with --time, --pace and --faults, what is broken when; one is chosen, and told,
                            unless given
          --nodes <n>       nodes of the service, 2 to 8 (2)
          --clients <n>     clients, 1 to 200 (12)
          --report <file>   where the report is written (torture-report.md)
          --pace <time>     the mean time between two faults; %s (1500ms)
          --faults <list>   only these, with commas and without spaces between them, or none:
        %s
          --failover        two PostgreSQL servers under Patroni, of which one takes over from the other; needs
                            patroni, etcd-server and postgresql installed
          --keep            keep history and logs even if nothing was found
          -h, --help        this text

        It ends with 0 if all promises held, with 1 if one was broken, with 2 if an option is wrong, and with 3 if
        the run could not be carried out, its report not be written, or something not be shown: a fault of some kind
        was planned and none happened, or there was nothing to look at for a promise.
        """
        .formatted(CommandLine.timeLimits(), CommandLine.paceLimits(), faults());
  }

  private static String faults() {
    List<String> words = Arrays.stream(FaultKind.values()).map(FaultKind::word).toList();
    StringBuilder lines = new StringBuilder(INDENT);
    int column = INDENT.length();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i) + (i < words.size() - 1 ? "," : "");
      if (column + 1 + word.length() > MAX_COLUMNS) {
        lines.append('\n').append(INDENT);
        column = INDENT.length();
      } else if (i > 0) {
        lines.append(' ');
        column++;
      }
      lines.append(word);
      column += word.length();
    }
    return lines.toString();
  }
}
