package dev.semel.torture;

import dev.semel.torture.report.Progress;
import dev.semel.torture.report.Report;
import dev.semel.torture.report.TortureResult;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

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
    if (words.contains("--help") || words.contains("-h")) {
      out.print(Usage.text());
      return 0;
    }
    try {
      TortureOptions options = CommandLine.read(words, new SecureRandom().nextInt(MAX_SEED));
      return new TortureRun(options, Progress.to(err))
          .run(result -> tell(options.report().toAbsolutePath(), result, out, err));
    } catch (UsageException e) {
      err.println("semel torture: " + e.getMessage() + "\n\n" + Usage.text());
      return EXIT_USAGE;
    } catch (Throwable e) {
      // Whatever it is, what was printed above must not be taken for a verdict.
      err.println("semel torture: the run could not be carried out: " + e.getMessage());
      e.printStackTrace(err);
      return EXIT_FAILED;
    }
  }

  /** Tells a result, whatever became of the file that the report was to be in. */
  static int tell(Path report, TortureResult result, PrintStream out, PrintStream err) {
    out.print(result.summary());
    try {
      Report.write(report, result);
    } catch (UncheckedIOException e) {
      out.print("\n" + Report.of(result));
      err.println(
          "semel torture: the report is on standard output: %s: %s"
              .formatted(e.getMessage(), e.getCause()));
      return EXIT_FAILED;
    }
    out.println("report: " + report);
    if (!result.verdict().isClean()) {
      return EXIT_FOUND;
    }
    return result.notShown().isEmpty() ? 0 : EXIT_FAILED;
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
