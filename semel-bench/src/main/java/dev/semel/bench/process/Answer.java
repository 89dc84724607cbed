package dev.semel.bench.process;

import dev.semel.bench.measure.Round;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** What became of an order: how long all of it took, and each part of it, or words. Immutable. */
public final class Answer {
  private static final long[] NO_PARTS = {};

  private final long value;
  private final long[] nanos;
  private final String text;

  private Answer(long value, long[] nanos, String text) {
    this.value = value;
    this.nanos = nanos.clone();
    this.text = text;
  }

  /** Nothing but that it was done. */
  public static Answer done() {
    return of(0);
  }

  /** One number: a time in nanoseconds, or what else was asked for. */
  public static Answer of(long value) {
    return new Answer(value, NO_PARTS, "");
  }

  /** Words, short enough for a cell of a table. */
  public static Answer of(String text) {
    return new Answer(0, NO_PARTS, text);
  }

  /** How long all took together, and each of them. */
  public static Answer of(long elapsedNanos, long[] nanos) {
    return new Answer(elapsedNanos, nanos, "");
  }

  /** A turn of a crew. */
  public static Answer of(Round round) {
    return of(round.elapsedNanos(), round.latenciesNanos());
  }

  public long value() {
    return value;
  }

  /** Empty unless it was answered with words. */
  public String text() {
    return text;
  }

  /** As a turn that can be compared with others. */
  public Round round() {
    return Round.of(value, nanos);
  }

  static Answer read(DataInputStream in) throws IOException {
    long value = in.readLong();
    long[] nanos = new long[in.readInt()];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = in.readLong();
    }
    return new Answer(value, nanos, in.readUTF());
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(value);
    out.writeInt(nanos.length);
    for (long part : nanos) {
      out.writeLong(part);
    }
    out.writeUTF(text);
  }
}
