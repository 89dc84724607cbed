package dev.semel.http;

import dev.semel.IntentId;
import dev.semel.json.SemelJson;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Which keys a route takes. A key is opaque text of printable ASCII, compared exactly: it is not
 * trimmed, not decoded and not case-folded, unless it has to be a UUID, which is lower-cased.
 *
 * <p>The order of calls does not count. Immutable and safe for use by several threads.
 */
public final class KeyPolicy {
  /** The longest key that can be stored. */
  public static final int MAX_CHARACTERS = IntentId.MAX_KEY_CHARACTERS;

  private static final String HEX = "[0-9a-f]";
  private static final String NOT_ALL_ALIKE =
      "(?!00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)";
  private static final Format ANY_TEXT = new Format(null, "", false);
  private static final Format UUID =
      new Format(
          Pattern.compile(NOT_ALL_ALIKE + "%1$s{8}(-%1$s{4}){3}-%1$s{12}".formatted(HEX)),
          "a UUID, such as 8e03978e-40d5-43e8-bc93-6894a57f9324",
          true);
  private static final Format UUID_V7 =
      new Format(
          Pattern.compile("%1$s{8}-%1$s{4}-7%1$s{3}-[89ab]%1$s{3}-%1$s{12}".formatted(HEX)),
          "a UUID of version 7, such as 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
          true);

  private final boolean strict;
  private final Format format;
  private final int minCharacters;
  private final int maxCharacters;
  private final @Nullable String bodyPointer;

  private KeyPolicy(
      boolean strict,
      Format format,
      int minCharacters,
      int maxCharacters,
      @Nullable String bodyPointer) {
    if (minCharacters > maxCharacters) {
      throw new IllegalArgumentException(
          "keys of at least %d and at most %d characters; no key is both"
              .formatted(minCharacters, maxCharacters));
    }
    this.strict = strict;
    this.format = format;
    this.minCharacters = minCharacters;
    this.maxCharacters = maxCharacters;
    this.bodyPointer = bodyPointer;
  }

  /**
   * What a key looks like.
   *
   * @param pattern for the whole key; null if any text will do
   * @param words for the caller, after "the key must be"
   */
  private record Format(@Nullable Pattern pattern, String words, boolean lowerCased) {
    String canonical(String key) {
      return lowerCased ? key.toLowerCase(Locale.ROOT) : key;
    }

    boolean allows(String key) {
      return pattern == null || pattern.matcher(canonical(key)).matches();
    }
  }

  /**
   * The key is a quoted string of RFC 9651, {@code "abc"}, or bare, {@code abc}; both are the same
   * key. What most clients send is bare, so this is the default.
   */
  public static KeyPolicy lenient() {
    return new KeyPolicy(false, ANY_TEXT, 1, MAX_CHARACTERS, null);
  }

  /** Only the quoted string of RFC 9651 is a key. */
  public static KeyPolicy strict() {
    return new KeyPolicy(true, ANY_TEXT, 1, MAX_CHARACTERS, null);
  }

  /** Any text. The default. */
  public KeyPolicy anyText() {
    return with(ANY_TEXT);
  }

  /**
   * A UUID of any version in its usual text form, in either case: two spellings are one key. The
   * UUIDs that are all zeros or all ones are refused, as they name nothing.
   */
  public KeyPolicy uuid() {
    return with(UUID);
  }

  /** As {@link #uuid}, of version 7 only. */
  public KeyPolicy uuidV7() {
    return with(UUID_V7);
  }

  /**
   * Text that matches as a whole. It is asked about at most {@value #MAX_CHARACTERS} characters,
   * and yet a pattern that backtracks can be slow on them: write it without nested repetitions.
   *
   * @param description for the caller, as it would follow "the key must be"
   */
  public KeyPolicy pattern(String regex, String description) {
    if (description.isBlank()) {
      throw new IllegalArgumentException(
          "the description is blank; say what a key looks like, callers are told");
    }
    try {
      return with(new Format(Pattern.compile(regex), description, false));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the pattern for keys is not a regular expression: " + e.getDescription(), e);
    }
  }

  /** The least number of characters, so that nobody takes 1, 2, 3. At least 1, the default. */
  public KeyPolicy minCharacters(int characters) {
    return new KeyPolicy(strict, format, within(characters), maxCharacters, bodyPointer);
  }

  /** The largest number of characters, at most {@value #MAX_CHARACTERS}, the default. */
  public KeyPolicy maxCharacters(int characters) {
    return new KeyPolicy(strict, format, minCharacters, within(characters), bodyPointer);
  }

  private static int within(int characters) {
    if (characters < 1 || characters > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "%d characters for a key; give 1 to %d".formatted(characters, MAX_CHARACTERS));
    }
    return characters;
  }

  /**
   * The key can also stand in a JSON body, as a string. It then does not count in the fingerprint.
   * If header and body have one each, they must be the same.
   *
   * @param pointer a JSON pointer (RFC 6901), such as {@code /idempotency_key}
   */
  public KeyPolicy orInBody(String pointer) {
    SemelJson.standard().document().only(pointer);
    return new KeyPolicy(strict, format, minCharacters, maxCharacters, pointer);
  }

  private KeyPolicy with(Format changed) {
    return new KeyPolicy(strict, changed, minCharacters, maxCharacters, bodyPointer);
  }

  /** Whether only the quoted form is a key. */
  public boolean isStrict() {
    return strict;
  }

  /** Where the key stands in a JSON body; null if it comes in a header only. */
  public @Nullable String bodyPointer() {
    return bodyPointer;
  }

  /** Whether a key has more characters than this policy takes. */
  public boolean isTooLong(String key) {
    return key.length() > maxCharacters;
  }

  /**
   * What is wrong with a key that is not too long, in words for the caller that never repeat the
   * key; null if nothing is.
   */
  public @Nullable String objectionTo(String key) {
    if (key.isEmpty()) {
      return "the key is empty";
    }
    if (key.length() < minCharacters) {
      return "the key has %d characters; at least %d are needed"
          .formatted(key.length(), minCharacters);
    }
    return format.allows(key) ? null : "the key must be " + format.words();
  }

  /** The spelling under which a key is stored. */
  public String canonical(String key) {
    return format.canonical(key);
  }

  /** The largest number of characters of a key. */
  public int maxCharacters() {
    return maxCharacters;
  }
}
