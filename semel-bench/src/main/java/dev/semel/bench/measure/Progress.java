package dev.semel.bench.measure;

import java.io.PrintStream;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Tells the person in front of the terminal what goes on. Safe for use by several threads. */
public final class Progress {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final PrintStream out;

  public Progress(PrintStream out) {
    this.out = out;
  }

  public void say(String line) {
    out.println(LocalTime.now(ZoneId.systemDefault()).format(TIME) + " " + line);
  }
}
