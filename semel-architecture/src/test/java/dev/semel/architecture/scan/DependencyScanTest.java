package dev.semel.architecture.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Compares what Maven found for every module with the inventory that was looked at. The profile
 * {@code scan} runs it, because only that has Maven write down what it found; with the property set
 * to {@code write}, the inventory is written instead.
 */
@EnabledIfSystemProperty(named = DependencyScanTest.PROPERTY, matches = "check|write")
class DependencyScanTest {
  static final String PROPERTY = "semel.scan";

  private static final Path ROOT = ProjectFiles.root();
  private static final Path INVENTORY =
      ROOT.resolve(
          "semel-architecture/src/test/resources/dev/semel/architecture/scan/dependencies.txt");
  private static final Pattern PUBLISHED =
      Pattern.compile("<artifactId>(semel-[a-z-]+)</artifactId>");
  private static final List<String> HEAD =
      List.of(
          "# What of others the project uses: coordinates | licence | SHA-256 | published modules"
              + " that",
          "# bring it to their users. Look at what changed before you have it written anew.");

  @Test
  void everythingThatIsUsedWasLookedAt() throws IOException {
    Inventory used = Inventory.of(resolved(), published(), new Licences());
    if (System.getProperty(PROPERTY, "").equals("write")) {
      Files.write(INVENTORY, Stream.concat(HEAD.stream(), used.lines().stream()).toList());
    }

    assertThat(used.breaches()).isEmpty();
    assertThat(Inventory.parse(Files.readAllLines(INVENTORY)).objectionsTo(used))
        .as("If that is as it should be, write the inventory anew; CONTRIBUTING.md says how")
        .isEmpty();
  }

  private static List<ResolvedArtifact> resolved() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .filter(module -> Files.isRegularFile(module.resolve("pom.xml")))
          .filter(module -> Files.isDirectory(module.resolve("src")))
          .flatMap(DependencyScanTest::resolvedFor)
          .toList();
    }
  }

  private static Stream<ResolvedArtifact> resolvedFor(Path module) {
    Path list = module.resolve("target/dependencies.txt");
    assertThat(list).as("run mvn -P scan, which has Maven write it").isRegularFile();
    try {
      String name = module.getFileName().toString();
      return ResolvedArtifact.parse(name, Files.readAllLines(list)).stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + list, e);
    }
  }

  /** The modules that are in the bill of materials that users import. */
  private static Set<String> published() throws IOException {
    Set<String> modules = new TreeSet<>();
    PUBLISHED
        .matcher(Files.readString(ROOT.resolve("semel-bom/pom.xml")))
        .results()
        .forEach(match -> modules.add(match.group(1)));
    return modules;
  }
}
