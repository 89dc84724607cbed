package dev.semel.bench;

import dev.semel.bench.beside.Library;
import dev.semel.bench.measure.Progress;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Measures Semel beside the same work written by hand and beside other libraries, and shows what
 * becomes of all of them when things go wrong. Tables go to standard output, progress to standard
 * error. {@code --help} tells the options.
 */
public final class Bench {
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_USAGE = 2;

  private Bench() {}

  public static void main(String[] args) {
    int exit = run(List.of(args), utf8(FileDescriptor.out), utf8(FileDescriptor.err));
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
      if (words.contains(PeersCommand.WORD)) {
        PeersCommand.read(words).run(out, new Progress(err));
      } else {
        BenchOptions options = CommandLine.read(Scenarios.names(), words);
        new BenchRun(options, words, out, new Progress(err)).run();
      }
      return 0;
    } catch (UsageException e) {
      err.println("semel bench: " + e.getMessage() + "\n\n" + usage());
      return EXIT_USAGE;
    } catch (RuntimeException e) {
      // Whatever it is: threads that were left behind must not keep the process alive.
      err.println("semel bench: " + e.getMessage());
      e.printStackTrace(err);
      return EXIT_FAILED;
    }
  }

  private static String usage() {
    return """
        usage: ./semel bench [options]

          --rounds <n>          how often each variant gets its turn (7)
          --seconds <n>         how long one turn takes (3)
          --connections <list>  sizes of pools, such as 1,8,32
          --records <list>      sizes of the record table, such as 1000000,20000000
          --events <n>          how many events other outboxes deliver in a turn (10000)
          --waiting <n>         how many events wait for Semel's relay (1000000)
          --history <n>         how many old events are in the outbox (10000000)
          --without-peers       leave other libraries out
          --only <list>         only these: %s
          --quick               everything once, briefly, to see that it works
          --out <file>          write the tables into this page, between its two markers
          --data <folder>       keep the server's files here, with the records once made
          --help                this text

        or: ./semel bench --peers [options], to see what becomes of Semel and other libraries when things go wrong

          --only <list>         only these: %s
          --out <file>          write the tables into this page, between its two markers
        """
        .formatted(String.join(", ", Scenarios.names()), String.join(", ", Library.words()));
  }

  /** The tables have signs beyond ASCII, whatever the terminal's locale says. */
  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
