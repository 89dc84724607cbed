package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.FingerprintHash;
import dev.semel.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The snippets of the guide on fingerprints, as they run. */
class FingerprintsGuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "guide", "fingerprints.md");
  private static final Path SELF =
      Path.of("src", "test", "java", "dev", "semel", "json", "FingerprintsGuideTest.java");
  private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final SemelJson JSON = SemelJson.standard();
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

  record OpenCase(String complaint, Instant sentAt) {}

  record OpenCaseWithNote(String complaint, Instant sentAt, @Nullable String note) {}

  record CaseOpened(String caseId) {}

  static final Operation<OpenCase, CaseOpened> OPEN_CASE =
      Operation.named("open-case")
          .taking(JSON.payload(OpenCase.class))
          .answering(JSON.result(CaseOpened.class));

  static final Operation<OpenCaseWithNote, CaseOpened> OPEN_CASE_WITH_NOTE =
      Operation.named("open-case")
          .taking(JSON.payload(OpenCaseWithNote.class))
          .schemaVersion(2)
          .formerly(1, JSON.payload(OpenCaseWithNote.class).addedLater("/note"))
          .answering(JSON.result(CaseOpened.class));

  private final OpenCase openCase = new OpenCase("noise", NOON);

  private static List<String> snippets() throws IOException {
    return SNIPPET.matcher(Files.readString(GUIDE)).results().map(hit -> hit.group(1)).toList();
  }

  private static String withoutWhiteSpace(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void everySnippetOfTheGuideRunsHere() throws IOException {
    String here = withoutWhiteSpace(Files.readString(SELF));
    assertThat(snippets())
        .isNotEmpty()
        .allSatisfy(snippet -> assertThat(here).contains(withoutWhiteSpace(snippet)));
  }

  @Test
  void aDocumentAndItsObjectHaveTheSameFingerprint() {
    byte[] body = "{\"sentAt\":\"2026-11-01T12:00:00Z\",\"complaint\":\"noise\"}".getBytes(UTF_8);
    Fingerprint fingerprint = JSON.document().fingerprint("open-case", 1, body);
    assertThat(OPEN_CASE.intent("acme", "k-1", openCase).fingerprint()).isEqualTo(fingerprint);
  }

  @Test
  void whatIsHashedCanBeLookedAt() {
    byte[] counted = JSON.payload(OpenCase.class).canonical(openCase);
    assertThat(counted)
        .asString(UTF_8)
        .isEqualTo("{\"complaint\":\"noise\",\"sentAt\":\"2026-11-01T12:00:00Z\"}");
  }

  @Test
  void fieldsAreSelected() {
    JsonFingerprinter<OpenCase> withoutTime = JSON.payload(OpenCase.class).excluding("/sentAt");
    assertThat(withoutTime.fingerprint("open-case", 1, openCase))
        .isEqualTo(
            withoutTime.fingerprint("open-case", 1, new OpenCase("noise", NOON.plusSeconds(1))));

    JsonFingerprinter<byte[]> amountAndPayer = JSON.document().only("/amount", "/payer/iban");
    assertThat(amountAndPayer.canonical("{\"amount\":1}".getBytes(UTF_8)))
        .asString(UTF_8)
        .isEqualTo("[[1],[]]");
  }

  @Test
  void aRecordOfTheVersionBeforeMatchesUnlessThereIsANote() {
    Fingerprint stored = OPEN_CASE.intent("acme", "k-1", openCase).fingerprint();
    assertThat(matches(stored, null)).isTrue();
    assertThat(matches(stored, "urgent")).isFalse();
    assertThat(matches(stored, "")).isFalse();
  }

  private static boolean matches(Fingerprint stored, @Nullable String note) {
    OpenCaseWithNote retry = new OpenCaseWithNote("noise", NOON, note);
    return OPEN_CASE_WITH_NOTE.intent("acme", "k-1", retry).matches(stored);
  }

  @Test
  void aSecretCanBeRotated() {
    byte[] secret = "sixteen bytes or more".getBytes(UTF_8);
    SemelJson keyed = JSON.hashing(FingerprintHash.hmacSha256("2026", secret));
    Fingerprint stored = keyed.payload(OpenCase.class).fingerprint("open-case", 1, openCase);

    FingerprintHash oldHash = FingerprintHash.hmacSha256("2026", secret);
    FingerprintHash newHash =
        FingerprintHash.hmacSha256("2027", "another secret!!".getBytes(UTF_8));
    Operation<OpenCase, CaseOpened> rotated =
        Operation.named("open-case")
            .taking(JSON.hashing(newHash).payload(OpenCase.class))
            .formerly(1, JSON.hashing(oldHash).payload(OpenCase.class))
            .answering(JSON.result(CaseOpened.class));
    assertThat(rotated.intent("acme", "k-1", openCase).matches(stored)).isTrue();
    assertThat(rotated.intent("acme", "k-1", openCase).fingerprint()).isNotEqualTo(stored);
  }
}
