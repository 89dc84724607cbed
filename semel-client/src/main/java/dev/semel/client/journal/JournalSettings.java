package dev.semel.client.journal;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Limits of a journal. Immutable.
 *
 * @param maxEntries how many unfinished entries there may be; one more is refused
 * @param maxBodyBytes how large the body of an intent may be
 * @param secretHeaders names of headers that are never written down, in lower case; a decorator has
 *     to supply them when an entry is sent after a restart
 */
public record JournalSettings(int maxEntries, int maxBodyBytes, Set<String> secretHeaders) {
  static final int MOST_BODY_BYTES = 64 * 1024 * 1024;
  private static final int MOST_ENTRIES = 1_000_000;
  private static final Set<String> CREDENTIALS =
      Set.of("authorization", "proxy-authorization", "cookie", "x-api-key", "x-auth-token");

  public JournalSettings {
    between("max entries", maxEntries, 1, MOST_ENTRIES);
    between("max body bytes", maxBodyBytes, 0, MOST_BODY_BYTES);
    Set<String> secret = new TreeSet<>(CREDENTIALS);
    secretHeaders.forEach(name -> secret.add(name.toLowerCase(Locale.ROOT)));
    secretHeaders = Set.copyOf(secret);
  }

  /**
   * 10,000 entries with bodies of up to 1 MiB. Authorization, Proxy-Authorization, Cookie,
   * X-Api-Key and X-Auth-Token are secret, whatever else is.
   */
  public static JournalSettings standard() {
    return new JournalSettings(10_000, 1024 * 1024, Set.of());
  }

  public JournalSettings maxEntries(int entries) {
    return new JournalSettings(entries, maxBodyBytes, secretHeaders);
  }

  public JournalSettings maxBodyBytes(int bytes) {
    return new JournalSettings(maxEntries, bytes, secretHeaders);
  }

  /** These headers are secret too. */
  public JournalSettings secret(String... headers) {
    Set<String> more = new TreeSet<>(secretHeaders);
    more.addAll(Set.of(headers));
    return new JournalSettings(maxEntries, maxBodyBytes, more);
  }

  boolean isSecret(String header) {
    return secretHeaders.contains(header.toLowerCase(Locale.ROOT));
  }

  private static void between(String field, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s is %d; give %d to %d".formatted(field, value, min, max));
    }
  }
}
