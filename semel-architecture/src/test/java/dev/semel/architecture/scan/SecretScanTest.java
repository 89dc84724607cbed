package dev.semel.architecture.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.architecture.scan.SecretScan.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretScanTest {
  private static final Path EXCEPTIONS =
      Path.of("src/test/resources/dev/semel/architecture/scan/allowed-secrets.txt");

  @TempDir private Path folder;

  @Test
  void theProjectHasNoSecretThatIsNotExplained() throws IOException {
    Path root = ProjectFiles.root();
    Path exceptions = root.resolve("semel-architecture").resolve(EXCEPTIONS);
    List<Finding> findings = new SecretScan(root).in(ProjectFiles.under(root));

    assertThat(AllowedSecrets.parse(Files.readAllLines(exceptions)).objectionsTo(findings))
        .as(
            "Take secrets out, and make them useless where they came from. What is none is listed"
                + " in %s, with its mark and the reason.",
            EXCEPTIONS)
        .isEmpty();
  }

  // The parts are put together here, or this file would be found as well.
  @ParameterizedTest
  @CsvSource({
    "private-key, -----BEGIN RSA PRIV, ATE KEY-----",
    "private-key, -----BEGIN PRIV, ATE KEY-----",
    "aws-key, aws = AKIA, IOSFODNN7EXAMPLE",
    "github-token, ghp, _0123456789abcdefghijABCDEFGHIJ012345",
    "gitlab-token, glpat, -0123456789abcdefghij",
    "google-key, AIza, SyA0123456789abcdefghijklmnopqrstuv",
    "slack-token, xoxb, -0123456789-abcdef",
    "stripe-key, sk_live, _0123456789abcdefgh",
    "npm-token, npm, _0123456789abcdefghijABCDEFGHIJ012345",
    "json-web-token, eyJhbGciOiJIUzI1NiJ9., eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJlMTIz",
    "webhook-secret, whsec, _MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "password-in-url, postgresql://app:s3cr, et@db.example/app",
    "assigned-secret, db.password=, k7Jq92xLmP04vRt8",
    "assigned-secret, apiK, ey: 9f86d081884c7d659a2feaa0c55ad015"
  })
  void aPlantedSecretIsFoundAndItsLineNamedButNotTheSecret(String rule, String first, String second)
      throws IOException {
    Path file = planted("# settings\n" + first + second + "\n");
    List<Finding> findings = new SecretScan(folder).in(List.of(file));

    assertThat(findings).extracting(Finding::rule).contains(rule);
    assertThat(findings).extracting(Finding::path).containsOnly("deep/settings.txt");
    assertThat(findings).extracting(Finding::line).containsOnly(2);
    assertThat(findings.toString()).doesNotContain(second);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "String password = settings.passwordOfTheDatabase();",
        "secret: ${SEMEL_WEBHOOK_SECRET}",
        "token = aaaaaaaaaaaaaaaaaaaaaaaa11",
        "see https://example.com:8443/path?a=b",
        "AKIA is how the ids begin"
      })
  void wordsThatOnlyStandWhereASecretCouldAreNone(String line) throws IOException {
    assertThat(new SecretScan(folder).in(List.of(planted(line)))).isEmpty();
  }

  @Test
  void whatIsNoTextIsNotLookedThrough() throws IOException {
    assertThat(new SecretScan(folder).in(List.of(planted("\0" + awsKey())))).isEmpty();
  }

  @Test
  void anExceptionCoversOneSecretInOneFile() throws IOException {
    List<Finding> findings = new SecretScan(folder).in(List.of(planted(awsKey())));
    String mark = SecretScan.markOf(awsKey());
    AllowedSecrets allowed =
        AllowedSecrets.parse(
            List.of("# made up", "deep/settings.txt | aws-key | " + mark + " | from their page"));
    AllowedSecrets elsewhere =
        AllowedSecrets.parse(List.of("other.txt | aws-key | " + mark + " | from their page"));

    assertThat(allowed.objectionsTo(findings)).isEmpty();
    assertThat(elsewhere.objectionsTo(findings)).hasSize(2);
  }

  @Test
  void anExceptionThatIsNoLongerNeededIsAnObjection() {
    AllowedSecrets allowed =
        AllowedSecrets.parse(List.of("gone.txt | aws-key | 0123456789ab | was an example"));

    assertThat(allowed.objectionsTo(List.of()))
        .containsExactly("gone.txt has no aws-key with mark 0123456789ab any more");
  }

  @Test
  void anExceptionWithoutAReasonIsRefused() {
    assertThatThrownBy(() -> AllowedSecrets.parse(List.of("a.txt | aws-key | 0123456789ab |")))
        .hasMessageContaining("a reason");
  }

  @Test
  void withoutVersionControlEverythingButWhatABuildMakesIsLookedThrough() throws IOException {
    Path ours = planted("text");
    Files.createDirectories(folder.resolve("deep/target"));
    Files.writeString(folder.resolve("deep/target/made.txt"), "text");

    assertThat(ProjectFiles.under(folder)).containsExactly(ours);
  }

  private Path planted(String text) throws IOException {
    Path file = folder.resolve("deep/settings.txt");
    Files.createDirectories(folder.resolve("deep"));
    return Files.writeString(file, text);
  }

  private static String awsKey() {
    return "AKIA" + "IOSFODNN7EXAMPLE";
  }
}
