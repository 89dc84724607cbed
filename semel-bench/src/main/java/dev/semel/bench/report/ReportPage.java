package dev.semel.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Markdown page of which one part is written by the program: what stands between two marker
 * lines. The rest is left as it is.
 */
public final class ReportPage {
  static final String BEGIN = "<!-- table begin -->";
  static final String END = "<!-- table end -->";

  private final Path file;

  private ReportPage(Path file) {
    this.file = file;
  }

  /**
   * The page in a file that must be there.
   *
   * @throws IllegalArgumentException that says what is wrong with the file
   */
  public static ReportPage in(Path file) {
    ReportPage page = new ReportPage(file);
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " is no file; the page must be there already");
    }
    String text = page.read();
    if (text.indexOf(BEGIN) < 0 || text.indexOf(END) < text.indexOf(BEGIN)) {
      throw new IllegalArgumentException(
          "%s has no place for tables; mark it by the lines %s and %s".formatted(file, BEGIN, END));
    }
    return page;
  }

  public void write(String tables) {
    String text = read();
    String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
    String after = text.substring(text.indexOf(END));
    try {
      Files.writeString(file, before + "\n\n" + tables.strip() + "\n\n" + after);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private String read() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
