package dev.semel.http;

import dev.semel.FingerprintHash;
import dev.semel.json.SemelJson;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What tells a retry from another request under the same key. Unless told otherwise these count:
 * the method, the path with its ids, the query whatever the order of its parameters, the media
 * type, the content coding and the body. JSON counts by what it says, a form by its fields, a
 * multipart form by its parts, a body in gzip by its content, anything else byte for byte. Headers,
 * host and scheme do not count.
 *
 * <p>Requests that could have different effects never have the same fingerprint; where two
 * spellings are surely the same request, they have one. The rules are named in every stored
 * fingerprint: after a change of the rules, give the former ones with {@link #formerly}, so that
 * retries that cross the change are recognised.
 *
 * <p>The order of calls does not count, nor does the order of names. Immutable and safe for use by
 * several threads.
 */
public final class RequestRules {
  /** How many names each setting takes. */
  public static final int MAX_NAMES = 100;

  private static final int MAX_NAME_CHARACTERS = 200;
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  /** What differs from the standard rules. */
  private enum Choice {
    KEY_ALONE,
    HOST,
    ORDERED_FORM,
    HEADERS,
    IGNORED_QUERY,
    EXCLUDED,
    ONLY
  }

  private final Map<Choice, List<String>> choices;
  private final FingerprintHash hash;
  private final List<RequestRules> formerRules;

  private RequestRules(
      Map<Choice, List<String>> choices, FingerprintHash hash, List<RequestRules> formerRules) {
    if (choices.containsKey(Choice.KEY_ALONE) && choices.size() > 1) {
      throw new IllegalStateException(
          "where the key alone counts there is nothing to choose; remove keyAlone or the rest");
    }
    if (choices.containsKey(Choice.ONLY) && choices.containsKey(Choice.EXCLUDED)) {
      throw new IllegalStateException("choose the fields that count, or those that do not");
    }
    this.choices = choices;
    this.hash = hash;
    this.formerRules = formerRules;
  }

  /** The rules for almost every route. */
  public static RequestRules standard() {
    return new RequestRules(new EnumMap<>(Choice.class), FingerprintHash.sha256(), List.of());
  }

  private RequestRules with(Choice choice, List<String> names) {
    if (choices.containsKey(choice)) {
      throw new IllegalStateException(
          "%s is set already; give all names in one call".formatted(choice));
    }
    Map<Choice, List<String>> changed = new EnumMap<>(Choice.class);
    changed.putAll(choices);
    changed.put(choice, names);
    return new RequestRules(changed, hash, formerRules);
  }

  /**
   * These headers count too, by name in any case: those that change what the request does, such as
   * {@code Api-Version}, {@code Prefer} or {@code If-Match}. None unless told.
   */
  public RequestRules withHeaders(String... names) {
    for (String name : names) {
      if (!HEADER_NAME.matcher(name).matches()) {
        throw new IllegalArgumentException("not the name of a header: " + name);
      }
    }
    return with(Choice.HEADERS, sorted(Stream.of(names).map(n -> n.toLowerCase(Locale.ROOT))));
  }

  /** Scheme, host and port count too. They do not unless told, because proxies change them. */
  public RequestRules withHost() {
    return with(Choice.HOST, List.of());
  }

  /**
   * These parameters of the query do not count: those that follow a request around without changing
   * it. None unless told.
   *
   * @param names decoded, in exact case; {@code *} stands for any characters, as in {@code utm_*}
   */
  public RequestRules ignoringQuery(String... names) {
    return with(Choice.IGNORED_QUERY, sorted(Stream.of(names)));
  }

  /**
   * These parts of a JSON body do not count, whether they are there or not: a nonce, a time of
   * sending, a signature. Other bodies count as a whole.
   *
   * @param pointers JSON pointers (RFC 6901), none within another
   */
  public RequestRules excluding(String... pointers) {
    SemelJson.standard().document().excluding(pointers);
    return with(Choice.EXCLUDED, sorted(Stream.of(pointers)));
  }

  /**
   * Of a JSON body only these parts count. That a part is absent counts too, and is another thing
   * than null. Other bodies count as a whole.
   *
   * @param pointers JSON pointers (RFC 6901), none within another
   */
  public RequestRules only(String... pointers) {
    SemelJson.standard().document().only(pointers);
    return with(Choice.ONLY, sorted(Stream.of(pointers)));
  }

  /**
   * The order of a form's fields counts. Unless told it does not, but the order of the values of
   * one field does.
   */
  public RequestRules orderedForm() {
    return with(Choice.ORDERED_FORM, List.of());
  }

  /**
   * Nothing counts but the key: whatever comes under it is taken for a retry and gets the first
   * answer. Choose it only where the key names the payload, such as a provider's event id.
   */
  public RequestRules keyAlone() {
    return with(Choice.KEY_ALONE, List.of());
  }

  /** The hash under the fingerprints. SHA-256 without a secret unless told. */
  public RequestRules hash(FingerprintHash newHash) {
    return new RequestRules(choices, newHash, formerRules);
  }

  /**
   * The rules of an earlier version of this program. What was stored by them is compared by them.
   */
  public RequestRules formerly(RequestRules former) {
    List<RequestRules> more = new ArrayList<>(formerRules);
    more.add(former);
    return new RequestRules(choices, hash, List.copyOf(more));
  }

  private static List<String> sorted(Stream<String> names) {
    List<String> sorted = names.distinct().sorted().toList();
    if (sorted.isEmpty() || sorted.size() > MAX_NAMES) {
      throw new IllegalArgumentException(
          "%d names; give 1 to %d".formatted(sorted.size(), MAX_NAMES));
    }
    if (sorted.stream().anyMatch(name -> name.isEmpty() || name.length() > MAX_NAME_CHARACTERS)) {
      throw new IllegalArgumentException(
          "a name has 1 to %d characters".formatted(MAX_NAME_CHARACTERS));
    }
    return sorted;
  }

  /** Whether nothing counts but the key. */
  public boolean isKeyAlone() {
    return choices.containsKey(Choice.KEY_ALONE);
  }

  /** Whether scheme, host and port count. */
  public boolean countsHost() {
    return choices.containsKey(Choice.HOST);
  }

  /** Whether the order of a form's fields counts. */
  public boolean countsFormOrder() {
    return choices.containsKey(Choice.ORDERED_FORM);
  }

  /** The headers that count, in lower case, sorted. */
  public List<String> headers() {
    return choices.getOrDefault(Choice.HEADERS, List.of());
  }

  /** The parameters of the query that do not count, sorted. */
  public List<String> ignoredQuery() {
    return choices.getOrDefault(Choice.IGNORED_QUERY, List.of());
  }

  /** The parts of a JSON body that do not count, sorted. */
  public List<String> excluded() {
    return choices.getOrDefault(Choice.EXCLUDED, List.of());
  }

  /** The only parts of a JSON body that count, sorted; none if all of them do. */
  public List<String> selected() {
    return choices.getOrDefault(Choice.ONLY, List.of());
  }

  /** The hash under the fingerprints. */
  public FingerprintHash hash() {
    return hash;
  }

  /** The rules of earlier versions of this program. */
  public List<RequestRules> formerRules() {
    return formerRules;
  }
}
