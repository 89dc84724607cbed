package dev.semel.torture.load;

import dev.semel.torture.check.HistoryEntry;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the history, a line for each entry, in the order they come. Safe for several threads. */
public final class HistoryWriter implements AutoCloseable {
  private final BufferedWriter out;
  private final long startNanos = System.nanoTime();
  private boolean closed;

  public HistoryWriter(Path file) {
    try {
      out = Files.newBufferedWriter(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the history " + file, e);
    }
  }

  /** Since the run began. */
  public long nowMillis() {
    return (System.nanoTime() - startNanos) / 1_000_000;
  }

  public synchronized void write(HistoryEntry entry) {
    try {
      out.write(entry.json());
      out.newLine();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the history", e);
    }
  }

  /** Puts what was written so far into the file. Does nothing once it is closed. */
  public synchronized void flush() {
    if (closed) {
      return;
    }
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the history", e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the history", e);
    }
  }
}
