package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Rejections;
import dev.semel.Retention;
import dev.semel.Semel;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that cannot work are refused at once. */
@ExtendWith(PostgresExtension.class)
class WebhookReceiverBuilderIT {
  private final WebhookSupport hooks;
  private final Semel semel;

  WebhookReceiverBuilderIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
    this.semel = WebhookSupport.semel(database.dataSource());
  }

  @Test
  void aReceiverNeedsASenderAndAHandler() {
    WebhookReceiverBuilder empty = WebhookReceiver.builder(semel, "billing");

    assertThatThrownBy(empty::build)
        .hasMessage(
            "the receiver of webhooks from billing is not complete; call sender(…) or senders(…)");
    empty.senders(request -> null);
    assertThatThrownBy(empty::build)
        .hasMessage("the receiver of webhooks from billing is not complete; call handler(…)");
  }

  @Test
  void aSourceHasAName() {
    assertThatThrownBy(() -> WebhookReceiver.builder(semel, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 199, 300, 302, 399, 410, 500, 503})
  void whatNoRetryCanMendIsNotAnsweredSo(int status) {
    assertThatThrownBy(() -> hooks.receiver().rejectionStatus(status))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give 200 to 299, or 400 to 499 but not 410");
    assertThatThrownBy(() -> hooks.receiver().identityViolationStatus(status))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.5S", "-PT1S", "PT24H1S"})
  void theToleranceIsASecondToADay(String tolerance) {
    assertThatThrownBy(() -> hooks.receiver().tolerance(Duration.parse(tolerance)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give a second to PT24H");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 64 * 1024 * 1024 + 1})
  void aBodyHasAtMost64Mebibytes(int bytes) {
    assertThatThrownBy(() -> hooks.receiver().maxBodyBytes(bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give 1 to 67108864");
  }

  @Test
  void anIdIsKnownForLongerThanItsSignatureIsGood() {
    Duration tooShort = WebhookReceiverBuilder.DEFAULT_TOLERANCE.multipliedBy(2);
    WebhookReceiverBuilder forgetful =
        hooks.receiver().operation(operation -> operation.retainedFor(tooShort));
    WebhookReceiverBuilder longer =
        hooks.receiver().operation(operation -> operation.retainedFor(tooShort.plusSeconds(1)));
    WebhookReceiverBuilder forEver =
        hooks.receiver().operation(operation -> operation.retained(Retention.permanent()));

    assertThatThrownBy(forgetful::build)
        .hasMessage(
            "messages are remembered for PT10M, but their signatures are good for up to PT10M;"
                + " retain them longer");
    assertThatCode(longer::build).doesNotThrowAnyException();
    assertThatCode(forEver::build).doesNotThrowAnyException();
  }

  @Test
  void aRejectionIsStoredOrItsSenderComesBack() {
    WebhookReceiverBuilder judging =
        hooks.receiver().operation(operation -> operation.rejections(Rejections.JUDGED_ANEW));

    assertThatThrownBy(judging::build)
        .hasMessage(
            "rejections are judged anew, but answered with 200, after which no sender comes back;"
                + " call rejectionStatus(422)");
    judging.rejectionStatus(422);
    assertThatCode(judging::build).doesNotThrowAnyException();
  }

  @Test
  void theOperationIsChangedNotReplaced() {
    WebhookReceiverBuilder replaced =
        hooks
            .receiver()
            .operation(
                operation ->
                    Operation.named("mine").taking(Fingerprinter.bytes()).answeringNothing());

    assertThatThrownBy(replaced::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("change the settings of the one that is passed in");
  }
}
