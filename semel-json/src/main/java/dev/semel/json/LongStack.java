package dev.semel.json;

import java.util.Arrays;

/** A growing stack of longs without boxes. Used by one thread. */
final class LongStack {
  private static final int FIRST_CAPACITY = 16;

  private long[] values = new long[FIRST_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }

  /** The backing array, for sorting a range in place. */
  long[] values() {
    return values;
  }

  void push(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  void truncate(int newSize) {
    size = newSize;
  }

  long[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
