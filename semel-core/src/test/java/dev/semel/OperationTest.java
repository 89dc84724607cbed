package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class OperationTest {
  private static final Fingerprinter<String> CASELESS =
      Fingerprinter.parts(
          text -> List.of(text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)));

  @Test
  void anIntentMatchesTheFingerprintOfTheSamePayloadOnly() {
    Operation<String, String> operation =
        operation(Operation.named("op").taking(Fingerprinter.text()));
    Intent<String> intent = operation.intent("acme", "k", "payload");

    assertThat(intent.matches(operation.intent("acme", "k", "payload").fingerprint())).isTrue();
    assertThat(intent.matches(operation.intent("acme", "k", "other").fingerprint())).isFalse();
  }

  @Test
  void aFingerprintStoredByFormerRulesIsComparedByThoseRules() {
    Fingerprint stored =
        operation(Operation.named("op").taking(CASELESS))
            .intent("acme", "k", "Payload")
            .fingerprint();
    Operation<String, String> upgraded =
        operation(
            Operation.named("op")
                .taking(Fingerprinter.text())
                .schemaVersion(2)
                .formerly(1, CASELESS));

    assertThat(upgraded.intent("acme", "k", "Payload").matches(stored)).isTrue();
    assertThat(upgraded.intent("acme", "k", "another").matches(stored)).isFalse();
  }

  @Test
  void aFingerprintByUnknownRulesDoesNotMatch() {
    Fingerprint stored =
        operation(Operation.named("op").taking(CASELESS)).intent("acme", "k", "p").fingerprint();
    Operation<String, String> other = operation(Operation.named("op").taking(Fingerprinter.text()));

    assertThat(other.intent("acme", "k", "p").matches(stored)).isFalse();
  }

  @Test
  void aFingerprintIsComparedOnlyByTheRulesThatMadeIt() {
    Fingerprinter<String> strict = Fingerprinter.text();
    Operation<String, String> upgraded =
        operation(
            Operation.named("op").taking(strict).schemaVersion(3).formerly(1, new Failing(strict)));
    Fingerprint ofVersion2 = strict.fingerprint("op", 2, "p");
    Fingerprint ofOtherRules = Fingerprint.of("other", 1, ofVersion2.digest());

    assertThat(upgraded.intent("acme", "k", "p").matches(ofVersion2)).isFalse();
    assertThat(upgraded.intent("acme", "k", "p").matches(ofOtherRules)).isFalse();
  }

  /** Rules that nothing stored was made by: nobody may ask them to read a payload of today. */
  private record Failing(Fingerprinter<String> like) implements Fingerprinter<String> {
    @Override
    public String scheme() {
      return like.scheme();
    }

    @Override
    public Fingerprint fingerprint(String operation, int schemaVersion, String payload) {
      throw new IllegalStateException("asked to make what it did not make");
    }
  }

  @Test
  void onBehalfOfChangesTheScopeAndNotTheFingerprint() {
    Intent<String> intent =
        operation(Operation.named("op").taking(Fingerprinter.text())).intent("acme", "k", "p");

    assertThat(intent.onBehalfOf("user-7").id()).isNotEqualTo(intent.id());
    assertThat(intent.onBehalfOf("user-7").fingerprint()).isEqualTo(intent.fingerprint());
  }

  @Test
  void theTextFormOfAnIntentHidesKeyAndPayload() {
    Operation<byte[], Done> operation =
        Operation.named("op").taking(Fingerprinter.bytes()).answeringNothing();
    Intent<Done> intent = operation.intent("acme", "secret-key", new byte[] {1, 2});

    assertThat(intent.operation()).isSameAs(operation);
    assertThat(intent.toString())
        .startsWith("Intent[acme/op#" + intent.id().shortDigest() + ", bytes-1/sha-256@1:")
        .doesNotContain("secret");
  }

  @Test
  void settingsRefuseNonsenseInWords() {
    Operation<String, String> operation =
        operation(Operation.named("op").taking(Fingerprinter.text()));

    assertThatThrownBy(() -> operation.retainedFor(Duration.ofSeconds(1)))
        .hasMessageContaining("retention is PT1S");
    assertThatThrownBy(() -> Duplicates.waitUpTo(Duration.ofHours(1)))
        .hasMessageContaining("at most PT5M");
    assertThatThrownBy(() -> RetryPolicy.standard().attempts(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> Operation.named("")).hasMessageContaining("operation is empty");
    assertThatThrownBy(() -> new PurgeSettings(100_000, 1)).hasMessageContaining("10000");
    assertThatThrownBy(() -> LeaseTerms.of(Duration.ZERO, Takeover.block()))
        .hasMessageContaining("lease length");
  }

  @Test
  void eachSettingLeavesTheOthersAlone() {
    Operation<String, String> changed =
        operation(Operation.named("op").taking(Fingerprinter.text()))
            .retained(Retention.permanent())
            .duplicates(Duplicates.waitUpTo(Duration.ofSeconds(1)))
            .rejections(Rejections.JUDGED_ANEW)
            .isolation(Isolation.SERIALIZABLE)
            .retrying(RetryPolicy.never())
            .alreadyExists("case_key", "CASE_EXISTS");

    assertThat(changed.name()).isEqualTo("op");
    assertThat(changed).hasToString("Operation[op]");
    assertThat(changed.retainedFor(Duration.ofDays(2)).settings().retention().period())
        .isEqualTo(Duration.ofDays(2));
    assertThat(changed.settings().retention().period()).isNull();
    assertThat(changed.settings().duplicates().maxWait()).isEqualTo(Duration.ofSeconds(1));
    assertThat(changed.settings().rejections()).isEqualTo(Rejections.JUDGED_ANEW);
    assertThat(changed.settings().isolation()).isEqualTo(Isolation.SERIALIZABLE);
    assertThat(changed.settings().retries().maxAttempts()).isEqualTo(1);
    assertThat(changed.settings().alreadyExists()).containsEntry("case_key", "CASE_EXISTS");
  }

  private static Operation<String, String> operation(Operation.Taking<String> taking) {
    return taking.answering(Codec.text());
  }
}
