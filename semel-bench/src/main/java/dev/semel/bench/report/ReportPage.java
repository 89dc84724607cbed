package dev.semel.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Markdown page of which a part is written by the program: what stands between two marker lines.
 * The rest is left as it is.
 */
public final class ReportPage {
  static final String BEGIN = "<!-- table begin -->";
  static final String END = "<!-- table end -->";
  static final String EVENTS_BEGIN = "<!-- events begin -->";
  static final String EVENTS_END = "<!-- events end -->";

  static final String PEERS_BEGIN = "<!-- peers begin -->";
  static final String PEERS_END = "<!-- peers end -->";

  private final Path file;
  private final String begin;
  private final String end;

  private ReportPage(Path file, String begin, String end) {
    this.file = file;
    this.begin = begin;
    this.end = end;
  }

  /**
   * The tables about commands on the page in a file that must be there.
   *
   * @throws IllegalArgumentException that says what is wrong with the file
   */
  public static ReportPage in(Path file) {
    return checked(new ReportPage(file, BEGIN, END));
  }

  /**
   * The tables about events on the page in a file that must be there.
   *
   * @throws IllegalArgumentException that says what is wrong with the file
   */
  public static ReportPage eventsIn(Path file) {
    return checked(new ReportPage(file, EVENTS_BEGIN, EVENTS_END));
  }

  /**
   * The tables of what became of Semel and other libraries, on the page in a file that must be
   * there.
   *
   * @throws IllegalArgumentException that says what is wrong with the file
   */
  public static ReportPage peersIn(Path file) {
    return checked(new ReportPage(file, PEERS_BEGIN, PEERS_END));
  }

  private static ReportPage checked(ReportPage page) {
    Path file = page.file;
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " is no file; the page must be there already");
    }
    String text = page.read();
    if (text.indexOf(page.begin) < 0 || text.indexOf(page.end) < text.indexOf(page.begin)) {
      throw new IllegalArgumentException(
          "%s has no place for tables; mark it by the lines %s and %s"
              .formatted(file, page.begin, page.end));
    }
    return page;
  }

  public void write(String tables) {
    String text = read();
    String before = text.substring(0, text.indexOf(begin) + begin.length());
    String after = text.substring(text.indexOf(end));
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
