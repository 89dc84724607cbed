package dev.semel.torture;

import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.report.Progress;
import dev.semel.torture.report.Report;
import dev.semel.torture.report.TortureResult;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Breaks a small bank of real processes for as long as asked, and checks what is left. The verdict
 * goes to standard output, progress to standard error, the report to a file. {@code --help} tells
 * the options.
 */
public final class Torture {
  private static final int EXIT_FOUND = 1;
  private static final int EXIT_USAGE = 2;
  private static final int EXIT_FAILED = 3;
  private static final int MAX_SEED = 1_000_000;

  private Torture() {}

  public static void main(String[] args) {
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    int exit = run(List.of(args), out, err);
    if (exit != 0) {
      System.exit(exit);
    }
  }

  static int run(List<String> words, PrintStream out, PrintStream err) {
    if (words.contains("--help")) {
      out.print(usage());
      return 0;
    }
    try {
      TortureOptions options = CommandLine.read(words, new SecureRandom().nextInt(MAX_SEED));
      TortureResult result = new TortureRun(options, Progress.to(err)).run();
      out.print(result.summary());
      Report.write(options.report(), result);
      out.println("report: " + options.report().toAbsolutePath());
      return result.verdict().isClean() ? 0 : EXIT_FOUND;
    } catch (UsageException e) {
      err.println("semel torture: " + e.getMessage() + "\n\n" + usage());
      return EXIT_USAGE;
    } catch (Throwable e) {
      // Whatever it is, what was printed above must not be taken for a verdict.
      err.println("semel torture: the run could not be carried out: " + e.getMessage());
      e.printStackTrace(err);
      return EXIT_FAILED;
    }
  }

  private static String usage() {
    return """
        usage: ./semel torture [options]

          --time <time>     for how long things are broken, such as 30s, 5m or 1h (60s)
          --seed <number>   decides what is broken when; one is chosen, and told, unless given
          --nodes <n>       nodes of the service, 2 to 8 (2)
          --clients <n>     clients, 1 to 200 (12)
          --report <file>   where the report is written (torture-report.md)
          --pace <time>     the mean time between two faults (1500ms)
          --faults <list>   only these, or none: %s
          --failover        two PostgreSQL servers under Patroni, of which one takes over from the other; needs
                            patroni, etcd-server and postgresql installed
          --keep            keep history and logs even if nothing was found
          --help            this text

        It ends with 0 if all promises held, with 1 if one was broken, with 2 if an option is wrong, and with 3 if
        the run could not be carried out.
        """
        .formatted(
            Arrays.stream(FaultKind.values())
                .map(FaultKind::word)
                .collect(Collectors.joining(", ")));
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
