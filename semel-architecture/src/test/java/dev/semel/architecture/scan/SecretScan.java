package dev.semel.architecture.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks through files for what looks like a secret. */
final class SecretScan {
  private static final int MARK_CHARACTERS = 12;

  private final Path root;

  SecretScan(Path root) {
    this.root = root;
  }

  /**
   * What looks like a secret.
   *
   * @param path from the root, with slashes
   * @param line from 1
   * @param mark the first digits of the secret's SHA-256, so that nobody need repeat it
   */
  record Finding(String path, int line, String rule, String mark) {
    @Override
    public String toString() {
      return "%s:%d looks like %s (mark %s)".formatted(path, line, rule, mark);
    }
  }

  List<Finding> in(List<Path> files) {
    List<Finding> findings = new ArrayList<>();
    for (Path file : files) {
      byte[] bytes = bytesOf(file);
      if (isText(bytes)) {
        addFindings(file, new String(bytes, StandardCharsets.UTF_8), findings);
      }
    }
    return findings;
  }

  private void addFindings(Path file, String text, List<Finding> findings) {
    List<SecretRule> rules = SecretRule.ALL.stream().filter(rule -> rule.mayBeIn(text)).toList();
    if (rules.isEmpty()) {
      return;
    }
    String path = root.relativize(file).toString().replace('\\', '/');
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      findings.addAll(inLine(path, i + 1, lines.get(i), rules));
    }
  }

  /** What several rules find is told once, by the first. */
  private static Collection<Finding> inLine(
      String path, int number, String line, List<SecretRule> rules) {
    Map<String, Finding> byMark = new LinkedHashMap<>();
    for (SecretRule rule : rules) {
      rule.in(line)
          .map(secret -> new Finding(path, number, rule.name(), markOf(secret)))
          .forEach(finding -> byMark.putIfAbsent(finding.mark(), finding));
    }
    return byMark.values();
  }

  static String markOf(String secret) {
    return Sha256.of(secret.getBytes(StandardCharsets.UTF_8)).substring(0, MARK_CHARACTERS);
  }

  /** Whatever has a NUL in it is no text. */
  private static boolean isText(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytesOf(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
