package dev.semel.architecture.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What of others the project uses: every file with its licence, its checksum and the published
 * modules that bring it to their users. One line each, sorted, so that a change shows as a line in
 * a review.
 */
final class Inventory {
  private static final String NOBODY = "not published";
  private static final int PARTS = 4;

  private final Map<String, Entry> entries = new TreeMap<>();

  /**
   * One file.
   *
   * @param users the published modules that bring it along, with a space between them
   */
  record Entry(String coordinates, String licence, String sha256, String users) {
    static Entry parse(String line) {
      String[] parts = line.split("\\|", PARTS);
      if (parts.length < PARTS) {
        throw new IllegalArgumentException("'%s' has fewer than four parts".formatted(line));
      }
      return new Entry(parts[0].strip(), parts[1].strip(), parts[2].strip(), parts[3].strip());
    }

    String line() {
      return String.join(" | ", coordinates, licence, sha256, users);
    }

    boolean isPublished() {
      return !users.equals(NOBODY);
    }
  }

  static Inventory parse(List<String> lines) {
    Inventory inventory = new Inventory();
    lines.stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(Entry::parse)
        .forEach(inventory::add);
    return inventory;
  }

  /** What Maven found, for all modules together. */
  static Inventory of(List<ResolvedArtifact> artifacts, Set<String> published, Licences licences) {
    Inventory inventory = new Inventory();
    artifacts.stream()
        .collect(Collectors.groupingBy(ResolvedArtifact::coordinates))
        .values()
        .forEach(same -> inventory.add(entry(same, published, licences)));
    return inventory;
  }

  /** The modules that use a file all have the same one. */
  private static Entry entry(
      List<ResolvedArtifact> same, Set<String> published, Licences licences) {
    ResolvedArtifact one = same.get(0);
    String users =
        same.stream()
            .filter(ResolvedArtifact::isForUsers)
            .map(ResolvedArtifact::module)
            .filter(published::contains)
            .distinct()
            .sorted()
            .collect(Collectors.joining(" "));
    return new Entry(
        one.coordinates(),
        licences.of(one),
        Sha256.ofFile(one.file()),
        users.isEmpty() ? NOBODY : users);
  }

  private void add(Entry entry) {
    entries.put(entry.coordinates(), entry);
  }

  List<String> lines() {
    return entries.values().stream().map(Entry::line).toList();
  }

  /** What differs between this, which was looked at, and what is really used. */
  List<String> objectionsTo(Inventory used) {
    List<String> objections = new ArrayList<>();
    used.entries.forEach(
        (name, now) -> {
          Entry known = entries.get(name);
          if (known == null) {
            objections.add("new: " + now.line());
          } else if (!known.equals(now)) {
            objections.add("changed: " + known.line() + " is now " + now.line());
          }
        });
    entries.keySet().stream()
        .filter(name -> !used.entries.containsKey(name))
        .forEach(name -> objections.add("gone: " + name));
    return objections;
  }

  /** What nobody should be given, whether it was looked at or not. */
  List<String> breaches() {
    List<String> breaches = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.isPublished() && !Licences.isAllowed(entry.licence())) {
        breaches.add("a licence that was not agreed to: " + entry.line());
      }
      if (entry.coordinates().endsWith("-SNAPSHOT")) {
        breaches.add("not a release: " + entry.line());
      }
    }
    return breaches;
  }
}
