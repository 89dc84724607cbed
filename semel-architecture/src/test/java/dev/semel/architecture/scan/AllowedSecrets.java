package dev.semel.architecture.scan;

import dev.semel.architecture.scan.SecretScan.Finding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Findings that are no secrets, each with the reason why. One line each: path, rule, mark and
 * reason, with a bar between them; lines that begin with # are comments.
 */
final class AllowedSecrets {
  private static final int PARTS = 4;

  private final List<Exemption> exemptions;

  private AllowedSecrets(List<Exemption> exemptions) {
    this.exemptions = exemptions;
  }

  private record Exemption(String path, String rule, String mark) {
    static Exemption of(Finding finding) {
      return new Exemption(finding.path(), finding.rule(), finding.mark());
    }
  }

  static AllowedSecrets parse(List<String> lines) {
    List<Exemption> exemptions = new ArrayList<>();
    for (String line : lines) {
      if (!line.isBlank() && !line.startsWith("#")) {
        exemptions.add(exemption(line));
      }
    }
    return new AllowedSecrets(exemptions);
  }

  private static Exemption exemption(String line) {
    String[] parts = line.split("\\|", PARTS);
    if (parts.length < PARTS || parts[PARTS - 1].isBlank()) {
      throw new IllegalArgumentException(
          "'%s' needs a path, a rule, a mark and a reason, with | between them".formatted(line));
    }
    return new Exemption(parts[0].strip(), parts[1].strip(), parts[2].strip());
  }

  /** What is wrong: findings that no exception covers, and exceptions that cover none. */
  List<String> objectionsTo(List<Finding> findings) {
    List<String> objections = new ArrayList<>();
    Set<Exemption> used = new HashSet<>();
    for (Finding finding : findings) {
      Exemption exemption = Exemption.of(finding);
      used.add(exemption);
      if (!exemptions.contains(exemption)) {
        objections.add(finding.toString());
      }
    }
    exemptions.stream()
        .filter(exemption -> !used.contains(exemption))
        .map(
            stale ->
                "%s has no %s with mark %s any more"
                    .formatted(stale.path(), stale.rule(), stale.mark()))
        .forEach(objections::add);
    return objections;
  }
}
