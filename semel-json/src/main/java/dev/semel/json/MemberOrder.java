package dev.semel.json;

import dev.semel.json.NotCanonicalJsonException.Reason;

/**
 * Orders the members of an object by the UTF-16 code units of their names, reading the names where
 * they stand in the canonical text. Members are sorted, not hashed: names chosen to collide cost no
 * more than others. Used by one thread.
 */
final class MemberOrder {
  private static final int END_OF_NAME = -1;

  private final CanonicalText text;

  MemberOrder(CanonicalText text) {
    this.text = text;
  }

  /** Compares the names that begin, with their quotes, at these places of the text. */
  int compare(int leftStart, int rightStart) {
    int left = leftStart + 1;
    int right = rightStart + 1;
    int order;
    int rank;
    do {
      rank = rankAt(left);
      order = rank - rankAt(right);
      left += widthAt(left);
      right += widthAt(right);
    } while (order == 0 && rank != END_OF_NAME);
    return order;
  }

  /**
   * Where the byte, or the character escaped there, stands among others. UTF-8 bytes sort as UTF-16
   * code units do, but for one thing: characters beyond U+FFFF (lead byte F0 and up) come before
   * those from U+E000 to U+FFFF (lead bytes EE and EF).
   */
  private int rankAt(int index) {
    int b = text.at(index);
    return switch (b) {
      case '"' -> END_OF_NAME;
      case '\\' -> escapedAt(index + 1);
      case 0xEE, 0xEF -> b + 0x10;
      default -> b;
    };
  }

  private int widthAt(int index) {
    if (text.at(index) != '\\') {
      return 1;
    }
    return text.at(index + 1) == 'u' ? "\\u0000".length() : 2;
  }

  private int escapedAt(int letterIndex) {
    int letter = text.at(letterIndex);
    return switch (letter) {
      case 'b' -> '\b';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'f' -> '\f';
      case 'r' -> '\r';
      case 'u' -> (hexAt(letterIndex + 3) << 4) | hexAt(letterIndex + 4);
      default -> letter;
    };
  }

  private int hexAt(int index) {
    return Character.digit(text.at(index), 16);
  }

  /** Sorts a range of segments by the names they begin with; two equal names are refused. */
  void sort(long[] members, int from, int to) {
    mergeSort(members, from, to, new long[(to - from) / 2 + 1]);
    for (int i = from + 1; i < to; i++) {
      if (compareMembers(members[i - 1], members[i]) == 0) {
        throw NotCanonicalJsonException.throughout(Reason.DUPLICATE_MEMBER);
      }
    }
  }

  private void mergeSort(long[] members, int from, int to, long[] spare) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(members, from, middle, spare);
    mergeSort(members, middle, to, spare);
    if (compareMembers(members[middle - 1], members[middle]) > 0) {
      merge(members, from, middle, to, spare);
    }
  }

  /** Moves the left half aside; the right half can then never be overtaken by what is written. */
  private void merge(long[] members, int from, int middle, int to, long[] spare) {
    int spared = middle - from;
    System.arraycopy(members, from, spare, 0, spared);
    int next = 0;
    int write = from;
    int rightNext = middle;
    while (next < spared) {
      boolean takeRight = rightNext < to && compareMembers(spare[next], members[rightNext]) > 0;
      members[write++] = takeRight ? members[rightNext++] : spare[next++];
    }
  }

  private int compareMembers(long one, long other) {
    return compare(Segment.start(one), Segment.start(other));
  }
}
