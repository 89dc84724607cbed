package dev.semel.architecture.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InventoryTest {
  private static final String COORDINATES = "org.acme:anvil:jar:1.2";

  @TempDir private Path folder;

  private Path repository;
  private Path jar;

  @BeforeEach
  void putAnArtifactIntoARepository() throws IOException {
    repository = folder.resolve("repository");
    Path artifact = Files.createDirectories(repository.resolve("org/acme/anvil/1.2"));
    Path parent = Files.createDirectories(repository.resolve("org/acme/tools/7"));
    jar = Files.writeString(artifact.resolve("anvil-1.2.jar"), "heavy");
    Files.writeString(
        artifact.resolve("anvil-1.2.pom"),
        """
        <project>
          <parent>
            <groupId>org.acme</groupId>
            <artifactId>tools</artifactId>
            <version>7</version>
          </parent>
        </project>
        """);
    Files.writeString(
        parent.resolve("tools-7.pom"),
        """
        <project>
          <licenses>
            <license><name>The Apache Software License, Version 2.0</name></license>
          </licenses>
        </project>
        """);
  }

  private Inventory used(String... lines) {
    List<ResolvedArtifact> artifacts = ResolvedArtifact.parse("semel-core", List.of(lines));
    return Inventory.of(artifacts, Set.of("semel-core"), new Licences());
  }

  private String found(String scope) {
    return "   " + COORDINATES + ":" + scope + ":" + jar + " -- module org.acme.anvil (auto)";
  }

  @Test
  void whatWasLookedAtIsNoObjection() {
    Inventory known = used(found("compile"));

    assertThat(known.lines())
        .containsExactly(COORDINATES + " | Apache-2.0 | " + Sha256.ofFile(jar) + " | semel-core");
    assertThat(Inventory.parse(known.lines()).objectionsTo(used(found("compile")))).isEmpty();
    assertThat(known.breaches()).isEmpty();
  }

  @Test
  void aFileThatChangedUnderItsVersionIsFound() throws IOException {
    Inventory known = used(found("compile"));
    Files.writeString(jar, "light");

    assertThat(known.objectionsTo(used(found("compile"))))
        .singleElement()
        .asString()
        .startsWith("changed: " + COORDINATES)
        .contains(Sha256.ofFile(jar));
  }

  @Test
  void whatIsNewAndWhatIsGoneIsFound() {
    Inventory none = Inventory.parse(List.of("# nothing yet", ""));
    Inventory one = used(found("compile"));

    assertThat(none.objectionsTo(one)).singleElement().asString().startsWith("new: org.acme:anvil");
    assertThat(one.objectionsTo(none)).containsExactly("gone: " + COORDINATES);
  }

  @Test
  void whatWasForTestsAndNowReachesUsersIsFound() {
    Inventory forTests = used(found("test"));

    assertThat(forTests.lines().get(0)).endsWith("| not published");
    assertThat(forTests.objectionsTo(used(found("runtime")))).hasSize(1);
  }

  @Test
  void aLicenceThatWasNotAgreedToIsABreachForUsersOnly() {
    assertThat(inventory("GPL", "semel-core").breaches())
        .singleElement()
        .asString()
        .contains("licence");
    assertThat(inventory("unknown", "semel-core").breaches()).hasSize(1);
    assertThat(inventory("GPL", "not published").breaches()).isEmpty();
    assertThat(inventory("GPL or MIT", "semel-core").breaches()).isEmpty();
  }

  private static Inventory inventory(String licence, String users) {
    return Inventory.parse(List.of(String.join("|", COORDINATES, licence, "00", users)));
  }

  @Test
  void whatIsNoReleaseIsABreach() {
    Inventory inventory = Inventory.parse(List.of("a:b:jar:1-SNAPSHOT|MIT|00|not published"));

    assertThat(inventory.breaches()).singleElement().asString().startsWith("not a release");
  }

  @Test
  void theManyNamesOfALicenceBecomeOne() {
    assertThat(Licences.idsOf(List.of("Apache License, Version 2.0"))).isEqualTo("Apache-2.0");
    assertThat(Licences.idsOf(List.of("EPL 2.0", "GPL2 w/ CPE")))
        .isEqualTo("EPL-2.0 or GPL-2.0 with exception");
    assertThat(Licences.idsOf(List.of("Eclipse Distribution License - v 1.0")))
        .isEqualTo("BSD-3-Clause");
    assertThat(Licences.idsOf(List.of("Our own terms"))).isEqualTo("Our own terms");
    assertThat(Licences.idsOf(List.of("The New BSD License"))).isEqualTo("BSD-3-Clause");
  }

  @Test
  void anOlderLicenceOfTheSameHouseIsNotTheOneThatWasAgreedTo() {
    assertThat(List.of("Apache Software License 1.1", "BSD 4-Clause", "Original BSD License"))
        .allSatisfy(
            name -> assertThat(Licences.isAllowed(Licences.idsOf(List.of(name)))).isFalse());
  }

  @Test
  void aFileWithoutAPomHasAnUnknownLicence() throws IOException {
    Path elsewhere = Files.createDirectories(repository.resolve("org/acme/rope/3"));
    Path rope = Files.writeString(elsewhere.resolve("rope-3.jar"), "long");

    List<ResolvedArtifact> artifacts =
        ResolvedArtifact.parse("semel-core", List.of("org.acme:rope:jar:3:compile:" + rope));

    assertThat(new Licences().of(artifacts.get(0))).isEqualTo("unknown");
  }

  @Test
  void linesWithAClassifierAndOfOptionalFilesAreReadToo() {
    String line = "   a:b:jar:linux:1.0:runtime:/repository/b.jar (optional)  -- module b";

    assertThat(ResolvedArtifact.parse("semel-core", List.of(line)))
        .containsExactly(
            new ResolvedArtifact(
                "semel-core", "a:b:jar:linux:1.0", "runtime", Path.of("/repository/b.jar")));
  }

  @Test
  void aLineThatIsCutOffIsRefused() {
    assertThatThrownBy(() -> Inventory.parse(List.of("a:b:jar:1 | MIT")))
        .hasMessageContaining("four parts");
  }
}
