package dev.semel.http.internal;

import static dev.semel.http.internal.RequestFingerprinter.ascii;
import static java.util.Objects.requireNonNull;

import dev.semel.http.RequestRules;
import dev.semel.http.internal.UrlEncoded.Field;
import dev.semel.json.JsonFingerprinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands for the body in a fingerprint: how it was read, and a digest of what was read. The
 * first part tells the ways of reading apart, so that no body equals one that was read otherwise.
 * Immutable.
 */
final class BodyParts {
  /** Larger forms are compared byte for byte; containers refuse far smaller ones. */
  static final int MAX_FIELDS = 10_000;

  static final String JSON_RULES = RequestFingerprinter.JSON.document().rules();

  private static final byte[] EMPTY = ascii("empty");
  private static final byte[] RAW = ascii("raw");
  private static final byte[] FORM = ascii("form");
  private static final byte[] INFLATED = ascii("inflated");

  private final JsonFingerprinter<byte[]> json;
  private final List<String> excluded;
  private final boolean orderedForm;

  private BodyParts(JsonFingerprinter<byte[]> json, List<String> excluded, boolean orderedForm) {
    this.json = json;
    this.excluded = excluded;
    this.orderedForm = orderedForm;
  }

  /**
   * @param keyPointer where the key stands in a JSON body; null if it does not
   */
  static BodyParts of(RequestRules rules, @Nullable String keyPointer) {
    List<String> excluded = rules.selected().isEmpty() ? excluded(rules, keyPointer) : List.of();
    JsonFingerprinter<byte[]> json = RequestFingerprinter.JSON.document();
    if (!rules.selected().isEmpty()) {
      json = json.only(rules.selected().toArray(String[]::new));
    } else if (!excluded.isEmpty()) {
      json = json.excluding(excluded.toArray(String[]::new));
    }
    return new BodyParts(json, excluded, rules.countsFormOrder());
  }

  private static List<String> excluded(RequestRules rules, @Nullable String keyPointer) {
    if (keyPointer == null || rules.excluded().stream().anyMatch(p -> covers(p, keyPointer))) {
      return rules.excluded();
    }
    List<String> all = new ArrayList<>(rules.excluded());
    all.removeIf(pointer -> covers(keyPointer, pointer));
    all.add(keyPointer);
    all.sort(Comparator.naturalOrder());
    return List.copyOf(all);
  }

  private static boolean covers(String pointer, String other) {
    return other.equals(pointer) || other.startsWith(pointer + "/");
  }

  /** The parts of JSON bodies that do not count, that with the key among them. */
  List<String> excluded() {
    return excluded;
  }

  List<byte[]> of(RequestPayload payload) {
    try {
      return read(payload);
    } catch (IOException e) {
      throw new UncheckedIOException("the buffered request body cannot be read", e);
    }
  }

  private List<byte[]> read(RequestPayload payload) throws IOException {
    RequestPayload inflated = payload.inflated();
    if (inflated == null) {
      return readPlain(payload);
    }
    List<byte[]> parts = new ArrayList<>(List.of(INFLATED));
    parts.addAll(readPlain(inflated));
    return parts;
  }

  private List<byte[]> readPlain(RequestPayload payload) throws IOException {
    RequestBody body = payload.body();
    return switch (BodyForm.of(payload)) {
      case EMPTY -> List.of(EMPTY);
      case JSON -> json.parts(body.bytes());
      case URL_ENCODED -> form(body);
      case PARSED -> requireNonNull(body.form()).fingerprint(body, orderedForm);
      case RAW -> raw(body);
    };
  }

  private static List<byte[]> raw(RequestBody body) throws IOException {
    return List.of(RAW, Sha256.of(body.open()));
  }

  private List<byte[]> form(RequestBody body) throws IOException {
    List<Field> fields = UrlEncoded.parse(body.bytes(), MAX_FIELDS);
    if (fields.size() > MAX_FIELDS) {
      return raw(body);
    }
    if (!orderedForm) {
      // Stable, so that the values of one field keep their order.
      fields.sort(Comparator.comparing(Field::name));
    }
    MessageDigest digest = Sha256.create();
    for (Field field : fields) {
      Sha256.addElement(digest, Octets.bytes(field.name()));
      Sha256.addElement(digest, Octets.bytes(field.value()));
    }
    return List.of(FORM, digest.digest());
  }
}
