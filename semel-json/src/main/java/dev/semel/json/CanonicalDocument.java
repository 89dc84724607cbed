package dev.semel.json;

import java.util.Arrays;

/**
 * A document in canonical form: the canonical text of every value in the order of the input, and
 * the list of those arrays and objects whose children are to be written in another order, or not
 * all of them. Writing copies the text from end to end and takes a detour at each of these. Every
 * byte is copied once, however deep it lies, and a document whose members come sorted has no list
 * at all.
 *
 * <p>Immutable.
 */
final class CanonicalDocument {
  /** Takes the canonical bytes, piece by piece. */
  @FunctionalInterface
  interface Sink {
    void write(byte[] bytes, int from, int count);
  }

  private static final byte[] PUNCTUATION = {',', '[', ']'};
  private static final int COMMA = 0;
  private static final int OPENING = 1;
  private static final int CLOSING = 2;

  private final byte[] text;
  private final int length;
  private final Detours detours;
  private final long[] picks;

  /**
   * @param picks where the picked values stand; an empty segment, as no value is, for an absent one
   */
  CanonicalDocument(CanonicalText text, Detours detours, long[] picks) {
    this.text = text.bytes();
    this.length = text.length();
    this.detours = detours;
    this.picks = picks;
  }

  /** Writes the whole document, without what was left out. */
  void writeTo(Sink sink) {
    write(0, length, sink);
  }

  /**
   * Writes an array with one entry for each pick: {@code [value]}, or {@code []} if it is absent.
   */
  void writePicksTo(Sink sink) {
    sink.write(PUNCTUATION, OPENING, 1);
    for (int i = 0; i < picks.length; i++) {
      sink.write(PUNCTUATION, COMMA, i == 0 ? 0 : 1);
      sink.write(PUNCTUATION, OPENING, 1);
      write(Segment.start(picks[i]), Segment.end(picks[i]), sink);
      sink.write(PUNCTUATION, CLOSING, 1);
    }
    sink.write(PUNCTUATION, CLOSING, 1);
  }

  private void write(int from, int to, Sink sink) {
    int position = from;
    int detour = detours.firstFrom(position);
    while (detour < detours.count() && detours.start(detour) < to) {
      sink.write(text, position, detours.start(detour) - position);
      writeDetour(detour, sink);
      position = detours.end(detour);
      detour = detours.firstFrom(position);
    }
    sink.write(text, position, to - position);
  }

  /** Calls {@link #write} again, so at most as deep as documents are nested. */
  private void writeDetour(int detour, Sink sink) {
    sink.write(text, detours.start(detour), 1);
    for (int child = detours.firstChild(detour); child < detours.endOfChildren(detour); child++) {
      sink.write(PUNCTUATION, COMMA, child == detours.firstChild(detour) ? 0 : 1);
      write(Segment.start(detours.child(child)), Segment.end(detours.child(child)), sink);
    }
    sink.write(text, detours.end(detour) - 1, 1);
  }

  /** The arrays and objects that are not written as they stand, by their place in the text. */
  static final class Detours {
    private final LongStack children;
    private final LongStack endAndFirstChild;
    private final long[] startAndIndex;

    private Detours(LongStack children, LongStack endAndFirstChild, long[] startAndIndex) {
      this.children = children;
      this.endAndFirstChild = endAndFirstChild;
      this.startAndIndex = startAndIndex;
    }

    private int count() {
      return startAndIndex.length;
    }

    /** The first detour that starts at this place or behind it. */
    private int firstFrom(int position) {
      int found = Arrays.binarySearch(startAndIndex, Segment.of(position, 0));
      return found < 0 ? -found - 1 : found;
    }

    private int start(int detour) {
      return Segment.start(startAndIndex[detour]);
    }

    private int index(int detour) {
      return Segment.end(startAndIndex[detour]);
    }

    private int end(int detour) {
      return Segment.start(endAndFirstChild.get(index(detour)));
    }

    private int firstChild(int detour) {
      return Segment.end(endAndFirstChild.get(index(detour)));
    }

    private int endOfChildren(int detour) {
      int next = index(detour) + 1;
      return next < count() ? Segment.end(endAndFirstChild.get(next)) : children.size();
    }

    private long child(int index) {
      return children.get(index);
    }

    /** Collects detours in the order in which arrays and objects end. */
    static final class Builder {
      private final LongStack children = new LongStack();
      private final LongStack endAndFirstChild = new LongStack();
      private final LongStack startAndIndex = new LongStack();

      /** Writes this container with these children, in this order, but for those left out. */
      void add(int start, int end, LongStack segments, int firstSegment) {
        startAndIndex.push(Segment.of(start, endAndFirstChild.size()));
        endAndFirstChild.push(Segment.of(end, children.size()));
        for (int i = firstSegment; i < segments.size(); i++) {
          if (!Segment.isLeftOut(segments.get(i))) {
            children.push(segments.get(i));
          }
        }
      }

      Detours build() {
        long[] byStart = startAndIndex.toArray();
        Arrays.sort(byStart);
        return new Detours(children, endAndFirstChild, byStart);
      }
    }
  }
}
