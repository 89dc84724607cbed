package dev.semel.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Documents of ten megabytes in shapes that are hard on memory, on time or on the stack. */
enum LargeDocuments {
  MEMBERS_IN_REVERSE("{", i -> "\"%07d\":0".formatted(9_999_999 - i), "}"),
  MEMBERS_ALIKE_AT_THE_START("{", i -> "\"%s%05d\":0".formatted("x".repeat(200), 99_999 - i), "}"),
  SMALL_OBJECTS_IN_REVERSE("[", i -> "{\"b\":1,\"a\":1}", "]"),
  DEEP_OBJECTS_IN_REVERSE(
      "{\"b\":".repeat(500) + "[", i -> "{\"b\":1,\"a\":1}", "]" + ",\"a\":1}".repeat(500)),
  EMPTY_ARRAYS("[", i -> "[]", "]"),
  NUMBERS_THAT_GROW("[", i -> "1.5", "]"),
  LONG_NUMBERS("[", i -> "7".repeat(900), "]"),
  STRINGS_OF_ESCAPES("[", i -> "\"" + "\\u00e9\\n\\\"".repeat(1000) + "\"", "]");

  static final int BYTES = 10_000_000;

  private final String opening;

  @SuppressWarnings("ImmutableEnumChecker") // Lambdas without state.
  private final IntFunction<String> child;

  private final String closing;

  LargeDocuments(String opening, IntFunction<String> child, String closing) {
    this.opening = opening;
    this.child = child;
    this.closing = closing;
  }

  byte[] json() {
    byte[] json = new byte[BYTES];
    Arrays.fill(json, (byte) ' ');
    int length = put(json, 0, opening + child.apply(0));
    String next = "," + child.apply(1);
    for (int i = 2; length + next.length() + closing.length() <= BYTES; i++) {
      length = put(json, length, next);
      next = "," + child.apply(i);
    }
    put(json, length, closing);
    return json;
  }

  private static int put(byte[] json, int at, String ascii) {
    System.arraycopy(ascii.getBytes(US_ASCII), 0, json, at, ascii.length());
    return at + ascii.length();
  }

  /** Digests every one of them, in the heap that the caller has chosen for this process. */
  public static void main(String[] arguments) {
    for (LargeDocuments document : values()) {
      byte[] digest = CanonicalJson.sha256(document.json());
      System.out.println(document + " " + digest.length);
    }
  }
}
