package dev.semel.http.internal;

import dev.semel.http.RequestRules;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * Names rules: a version, and for choices that differ from the standard a digest of them, because a
 * scheme's name has to be short.
 */
final class RulesName {
  private static final String VERSION = "http-1";
  private static final int DIGEST_BYTES = 8;

  private RulesName() {}

  static String of(RequestRules rules, BodyParts bodyParts) {
    if (rules.isKeyAlone()) {
      return VERSION + "/key-alone";
    }
    String standard = VERSION + "/" + BodyParts.JSON_RULES;
    List<List<String>> choices =
        List.of(
            flag(rules.countsHost()),
            flag(rules.countsFormOrder()),
            rules.headers(),
            rules.ignoredQuery(),
            bodyParts.excluded(),
            rules.selected());
    return choices.stream().allMatch(List::isEmpty) ? standard : standard + "/" + digest(choices);
  }

  private static List<String> flag(boolean chosen) {
    return chosen ? List.of("") : List.of();
  }

  private static String digest(List<List<String>> choices) {
    MessageDigest digest = Sha256.create();
    for (List<String> names : choices) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(names.size()).array());
      names.forEach(name -> Sha256.addElement(digest, name.getBytes(StandardCharsets.UTF_8)));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
  }
}
