package dev.semel.json;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of a document count. The kind of selection and a digest of its pointers are part of
 * the rules' name, so that fingerprints of two selections are never compared with each other.
 * Immutable.
 */
final class Selection {
  static final int MAX_POINTERS = 100;
  private static final String RULES = "json-1";
  private static final int RULES_DIGEST_BYTES = 8;

  private enum Kind {
    ALL,
    ONLY,
    EXCLUDING
  }

  private final Kind kind;
  private final List<Pointer> chosen;
  private final List<Pointer> addedLater;
  private final @Nullable PointerNode pointers;
  private final String rules;

  private Selection(Kind kind, List<Pointer> chosen, List<Pointer> addedLater) {
    this.kind = kind;
    this.chosen = chosen;
    this.addedLater = addedLater;
    this.pointers = chosen.isEmpty() && addedLater.isEmpty() ? null : buildPointers();
    this.rules = kind == Kind.ALL ? RULES : RULES + "/" + kindName() + "-" + shortDigest();
  }

  static Selection all() {
    return new Selection(Kind.ALL, List.of(), List.of());
  }

  Selection only(String... texts) {
    return choosing(Kind.ONLY, texts);
  }

  Selection excluding(String... texts) {
    return choosing(Kind.EXCLUDING, texts);
  }

  private Selection choosing(Kind newKind, String... texts) {
    if (kind != Kind.ALL) {
      throw new IllegalStateException(
          "fields are selected already; give all pointers in one call of only or of excluding");
    }
    return new Selection(newKind, parse(texts), addedLater);
  }

  Selection addedLater(String... texts) {
    if (!addedLater.isEmpty()) {
      throw new IllegalStateException("give all pointers in one call of addedLater");
    }
    return new Selection(kind, chosen, parse(texts));
  }

  /**
   * Sorted, so that their order in the program does not count and a pointer comes before its parts.
   */
  private static List<Pointer> parse(String... texts) {
    if (texts.length == 0 || texts.length > MAX_POINTERS) {
      throw new IllegalArgumentException(
          "%d JSON pointers; give 1 to %d".formatted(texts.length, MAX_POINTERS));
    }
    List<Pointer> parsed =
        Stream.of(texts).map(Pointer::parse).sorted(Comparator.comparing(Pointer::text)).toList();
    for (int i = 0; i < parsed.size(); i++) {
      refuseOverlap(parsed.get(i), parsed.subList(0, i));
    }
    return parsed;
  }

  private static void refuseOverlap(Pointer pointer, List<Pointer> earlier) {
    for (Pointer other : earlier) {
      if (other.contains(pointer)) {
        throw new IllegalArgumentException(
            "the JSON pointer %s already covers %s; remove one"
                .formatted(other.text(), pointer.text()));
      }
    }
  }

  private PointerNode buildPointers() {
    PointerNode root = PointerNode.root();
    for (int i = 0; i < chosen.size(); i++) {
      PointerNode node = root.descend(chosen.get(i).tokens());
      if (kind == Kind.ONLY) {
        node.markPicked(i);
      } else {
        node.markLeftOut();
      }
    }
    addedLater.forEach(pointer -> markAddedLater(pointer, root.descend(pointer.tokens())));
    return root;
  }

  private static void markAddedLater(Pointer pointer, PointerNode node) {
    if (node.pick() != PointerNode.NO_PICK) {
      throw new IllegalArgumentException(
          "%s was added later, so it cannot have been selected before; remove it from only"
              .formatted(pointer.text()));
    }
    node.markLeftOutIfNull();
  }

  private String kindName() {
    return kind == Kind.ONLY ? "only" : "excluding";
  }

  private String shortDigest() {
    MessageDigest digest = CanonicalJson.newSha256();
    for (byte[] pointer : chosenPointers()) {
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(pointer.length).array());
      digest.update(pointer);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, RULES_DIGEST_BYTES);
  }

  /** The name of the rules, without the hash. */
  String rules() {
    return rules;
  }

  /** The chosen pointers as UTF-8, sorted. */
  List<byte[]> chosenPointers() {
    List<byte[]> texts = new ArrayList<>();
    chosen.forEach(pointer -> texts.add(pointer.text().getBytes(StandardCharsets.UTF_8)));
    return texts;
  }

  /** Where the pointers lead from the root of a document; null if nothing is selected. */
  @Nullable PointerNode pointers() {
    return pointers;
  }

  int pickCount() {
    return kind == Kind.ONLY ? chosen.size() : 0;
  }

  /** Writes the parts of a document that count. */
  void write(byte[] json, CanonicalDocument.Sink sink) {
    CanonicalDocument document = DocumentScanner.scan(json, this);
    if (kind == Kind.ONLY) {
      document.writePicksTo(sink);
    } else {
      document.writeTo(sink);
    }
  }
}
