package dev.semel.json;

import dev.semel.json.NotCanonicalJsonException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Brings a JSON document into canonical form.
 *
 * <p><b>The problem.</b> Members have to be written in the order of their names, so that an object
 * can only be written when all of it has been read, and the input comes from strangers: deep
 * nesting, millions of members, names made to collide, numbers with a billion zeros. Time has to
 * stay nearly linear, and memory a small multiple of the input. A tree of objects costs tens of
 * bytes for each value; sorting the text of each object as it ends moves the innermost bytes once
 * for every level.
 *
 * <p><b>The design.</b> One pass appends the canonical form of every value to one text, in the
 * order of the input; strings never grow, and numbers by four bytes at most. For the objects that
 * are still open a stack keeps where each member starts and ends, eight bytes for each. When an
 * object ends with its members in order, as most do, they are forgotten. Otherwise they are sorted
 * and kept as a detour for the writing of {@link CanonicalDocument}. Open arrays and objects are on
 * a stack of ours and not of the thread's, and there is a limit to it.
 *
 * <p><b>Why not Jackson's parser.</b> Which documents have a canonical form, and which, is fixed
 * for as long as fingerprints are kept, and must not move with a library's leniency: overlong
 * UTF-8, encodings that are guessed, limits on lengths that change between releases. Also, the form
 * needs the digits of numbers as they were spelled.
 *
 * <p>Used once, by one thread.
 */
final class DocumentScanner {
  private final Cursor cursor;
  private final CanonicalText text;
  private final MemberOrder order;
  private final LongStack segments = new LongStack();
  private final CanonicalDocument.Detours.Builder detours = new CanonicalDocument.Detours.Builder();
  private final @Nullable PointerNode pointers;
  private final long[] picks;
  private @Nullable OpenContainer innermost;

  private DocumentScanner(byte[] json, Selection selection) {
    cursor = new Cursor(json);
    text = new CanonicalText(json.length);
    order = new MemberOrder(text);
    pointers = selection.pointers();
    picks = new long[selection.pickCount()];
  }

  /**
   * @throws NotCanonicalJsonException if the document has no canonical form
   */
  static CanonicalDocument scan(byte[] json, Selection selection) {
    if (json.length > CanonicalJson.MAX_DOCUMENT_BYTES) {
      throw NotCanonicalJsonException.throughout(Reason.TOO_LARGE);
    }
    if (!StrictUtf8.accepts(json)) {
      throw NotCanonicalJsonException.throughout(Reason.NOT_UTF_8);
    }
    return new DocumentScanner(json, selection).scan();
  }

  private CanonicalDocument scan() {
    cursor.skipWhitespace();
    readValue(pointers);
    while (innermost != null) {
      readChildOrEnd(innermost);
    }
    cursor.skipWhitespace();
    if (cursor.peek() != Cursor.END) {
      throw cursor.refusal(Reason.TRAILING_CONTENT);
    }
    return new CanonicalDocument(text, detours.build(), picks);
  }

  /** Reads a scalar to its end, an array or object only up to its first child. */
  private void readValue(@Nullable PointerNode pointer) {
    int first = cursor.peek();
    if (first == '{' || first == '[') {
      open(pointer);
    } else {
      readScalar(first);
      childEnded();
    }
  }

  private void readScalar(int first) {
    switch (first) {
      case '"' -> StringForm.read(cursor, text);
      case 't' -> readWord("true");
      case 'f' -> readWord("false");
      case 'n' -> readWord("null");
      default -> NumberForm.read(cursor, text);
    }
  }

  private void readWord(String word) {
    cursor.expect(word);
    text.append(word);
  }

  private void open(@Nullable PointerNode pointer) {
    if (innermost != null && innermost.level == CanonicalJson.MAX_NESTING_LEVELS) {
      throw cursor.refusal(Reason.TOO_DEEP);
    }
    int start = text.length();
    int opening = cursor.next();
    text.append(opening);
    innermost = new OpenContainer(innermost, opening == '{', start, segments.size(), pointer);
  }

  private void readChildOrEnd(OpenContainer container) {
    cursor.skipWhitespace();
    if (cursor.accept(container.closing())) {
      close(container);
      return;
    }
    if (container.childCount++ > 0) {
      cursor.expect(',');
      text.append(',');
      cursor.skipWhitespace();
    }
    container.childStart = text.length();
    PointerNode pointer = container.isObject ? readName(container) : elementPointer(container);
    container.childPointer = pointer;
    container.childValueStart = text.length();
    readValue(pointer);
  }

  private @Nullable PointerNode readName(OpenContainer object) {
    StringForm.read(cursor, text);
    int endOfName = text.length();
    cursor.skipWhitespace();
    cursor.expect(':');
    text.append(':');
    cursor.skipWhitespace();
    return object.pointer == null
        ? null
        : object.pointer.member(text.bytes(), object.childStart, endOfName);
  }

  private static @Nullable PointerNode elementPointer(OpenContainer array) {
    return array.pointer == null ? null : array.pointer.element(array.childCount - 1);
  }

  private void close(OpenContainer container) {
    text.append(container.closing());
    if (container.isUnsorted) {
      order.sort(segments.values(), container.firstSegment, segments.size());
    }
    if (container.isUnsorted || container.leavesSomethingOut) {
      detours.add(container.start, text.length(), segments, container.firstSegment);
    }
    segments.truncate(container.firstSegment);
    innermost = container.parent;
    childEnded();
  }

  /** A value has ended; tells the container it is in. */
  private void childEnded() {
    OpenContainer container = innermost;
    if (container == null) {
      return;
    }
    if (container.isObject) {
      checkOrder(container);
    }
    // A pointer can lead into this array, so one of its elements may have to be left out.
    if (container.isObject || container.pointer != null) {
      segments.push(selected(container));
    }
  }

  private void checkOrder(OpenContainer object) {
    if (object.isUnsorted || segments.size() == object.firstSegment) {
      return;
    }
    long previous = segments.get(segments.size() - 1);
    int compared = order.compare(Segment.start(previous), object.childStart);
    if (compared == 0) {
      throw cursor.refusal(Reason.DUPLICATE_MEMBER);
    }
    object.isUnsorted = compared > 0;
  }

  private long selected(OpenContainer container) {
    long child = Segment.of(container.childStart, text.length());
    PointerNode pointer = container.childPointer;
    if (pointer == null) {
      return child;
    }
    if (pointer.pick() != PointerNode.NO_PICK) {
      picks[pointer.pick()] = Segment.of(container.childValueStart, text.length());
    }
    if (!pointer.leavesOut(text.at(container.childValueStart) == 'n')) {
      return child;
    }
    container.leavesSomethingOut = true;
    return Segment.leftOut(child);
  }

  /** An array or object whose end has not been read. */
  private static final class OpenContainer {
    private final @Nullable OpenContainer parent;
    private final int level;
    private final boolean isObject;
    private final int start;
    private final int firstSegment;
    private final @Nullable PointerNode pointer;
    private int childCount;
    private int childStart;
    private int childValueStart;
    private @Nullable PointerNode childPointer;
    private boolean isUnsorted;
    private boolean leavesSomethingOut;

    private OpenContainer(
        @Nullable OpenContainer parent,
        boolean isObject,
        int start,
        int firstSegment,
        @Nullable PointerNode pointer) {
      this.parent = parent;
      this.level = parent == null ? 1 : parent.level + 1;
      this.isObject = isObject;
      this.start = start;
      this.firstSegment = firstSegment;
      this.pointer = pointer;
    }

    private char closing() {
      return isObject ? '}' : ']';
    }
  }
}
