package dev.semel.architecture.scan;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What one kind of secret looks like. If the pattern has a group, that group is the secret; else
 * all that matches is.
 *
 * @param name as it stands in the list of exceptions
 * @param hints text without one of them has no such secret; looking for them is quick
 * @param looksReal tells a secret from a word that merely stands where one could
 */
record SecretRule(String name, List<String> hints, Pattern pattern, Predicate<String> looksReal) {
  private static final int MIN_DIGITS = 2;
  private static final int MIN_BITS_PER_CHARACTER = 3;

  static final List<SecretRule> ALL =
      List.of(
          rule("private-key", "-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----", "-----BEGIN "),
          rule("aws-key", "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b", "AKIA", "ASIA"),
          rule(
              "github-token", "gh[pousr]_[A-Za-z0-9]{36,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
          rule("github-token", "github_pat_[A-Za-z0-9_]{40,}", "github_pat_"),
          rule("gitlab-token", "glpat-[A-Za-z0-9_-]{20,}", "glpat-"),
          rule("google-key", "AIza[0-9A-Za-z_-]{35}", "AIza"),
          rule("slack-token", "xox[abprs]-[0-9A-Za-z-]{10,}", "xox"),
          rule("stripe-key", "[rs]k_live_[0-9A-Za-z]{16,}", "k_live_"),
          rule("npm-token", "npm_[A-Za-z0-9]{36}", "npm_"),
          rule("json-web-token", "eyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}", "eyJ"),
          rule("webhook-secret", "whs(?:ec|k)_[A-Za-z0-9+/]{24,}={0,2}", "whsec_", "whsk_"),
          rule("password-in-url", "://[^\\s/:@\"'<>]+:([^\\s/@\"'<>]{3,})@", "://"),
          new SecretRule(
              "assigned-secret",
              List.of(
                  "passw", "PASSW", "Passw", "ecret", "ECRET", "oken", "OKEN", "key", "Key", "KEY"),
              Pattern.compile(
                  "(?i)(?:passw(?:or)?d|secret|token|api[_-]?key|access[_-]?key)[a-z0-9_.-]*"
                      + "[\"'>)]?\\s*[=:(>]\\s*[\"']?([A-Za-z0-9+/=_.-]{16,})"),
              SecretRule::looksRandom));

  private static SecretRule rule(String name, String pattern, String... hints) {
    return new SecretRule(name, List.of(hints), Pattern.compile(pattern), secret -> true);
  }

  /** Whether it is worth looking closer. */
  boolean mayBeIn(String text) {
    for (String hint : hints) {
      if (text.contains(hint)) {
        return true;
      }
    }
    return false;
  }

  /** The secrets of this kind in a line. */
  Stream<String> in(String line) {
    return mayBeIn(line)
        ? pattern.matcher(line).results().map(SecretRule::secretOf).filter(looksReal)
        : Stream.empty();
  }

  private static String secretOf(MatchResult match) {
    return match.groupCount() == 0 ? match.group() : match.group(1);
  }

  /**
   * Names of methods and properties are words; what a machine made has digits and repeats little.
   */
  private static boolean looksRandom(String text) {
    long digits = text.chars().filter(Character::isDigit).count();
    return digits >= MIN_DIGITS && bitsPerCharacter(text) > MIN_BITS_PER_CHARACTER;
  }

  /** The entropy of the text's characters. */
  private static double bitsPerCharacter(String text) {
    return text.chars()
        .distinct()
        .mapToDouble(
            each -> (double) text.chars().filter(other -> other == each).count() / text.length())
        .map(share -> -share * Math.log(share) / Math.log(2))
        .sum();
  }
}
