package dev.semel.architecture.scan;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that Maven found for a module.
 *
 * @param coordinates group, artifact, type, classifier if there is one, and version
 * @param scope Maven's word for who needs it
 */
record ResolvedArtifact(String module, String coordinates, String scope, Path file) {
  /** What users of a module get with it, or have to bring. */
  private static final Set<String> SCOPES_OF_USERS = Set.of("compile", "runtime", "provided");

  private static final Pattern LINE =
      Pattern.compile(
          "(?<coordinates>[^:\\s]+(?::[^:\\s]+){3,4})"
              + ":(?<scope>compile|runtime|provided|test|system)"
              + ":(?<file>.+?)(?: \\(optional\\))?\\s*(?:-- module .*)?");

  /** Reads what {@code dependency:list} wrote with the names of the files. */
  static List<ResolvedArtifact> parse(String module, List<String> lines) {
    return lines.stream()
        .map(line -> LINE.matcher(line.strip()))
        .filter(Matcher::matches)
        .map(
            line ->
                new ResolvedArtifact(
                    module,
                    line.group("coordinates"),
                    line.group("scope"),
                    Path.of(line.group("file"))))
        .toList();
  }

  String group() {
    return coordinates.substring(0, coordinates.indexOf(':'));
  }

  String name() {
    return coordinates.split(":", -1)[1];
  }

  String version() {
    return coordinates.substring(coordinates.lastIndexOf(':') + 1);
  }

  boolean isForUsers() {
    return SCOPES_OF_USERS.contains(scope);
  }
}
