package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.webhook.Gate.Admission;
import dev.semel.http.webhook.Gate.Admission.Admitted;
import dev.semel.http.webhook.Gate.Admission.TurnedAway;
import dev.semel.http.webhook.Verification.Refused;
import dev.semel.http.webhook.Verification.Verified;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
  private static final Instant SIGNED_AT = Instant.ofEpochSecond(1614265330);

  private final SettableClock clock = SettableClock.startingAt(SIGNED_AT);

  private Gate gateFor(SenderResolver senders) {
    return new Gate("billing", senders, Duration.ofMinutes(5), clock);
  }

  private Gate gate(SignatureScheme scheme) {
    Sender only = Sender.forTenant("acme", scheme);
    return gateFor(request -> only);
  }

  private static Delivery delivery() {
    return Delivery.of("{}").signed("msg_1", SIGNED_AT);
  }

  @ParameterizedTest
  @ValueSource(longs = {-300_000, -1, 0, 999, 300_000, 300_999})
  void aSignatureIsGoodForTheToleranceEitherWay(long apartMillis) {
    clock.set(SIGNED_AT.plusMillis(apartMillis));

    assertThat(gate(StandardWebhooks.keys(Delivery.SECRET)).admit(delivery().asRequest()))
        .isInstanceOf(Admitted.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {-301_000, -300_001, 301_000, 86_400_000})
  void afterThatItIsTurnedAway(long apartMillis) {
    clock.set(SIGNED_AT.plusMillis(apartMillis));

    assertThat(gate(StandardWebhooks.keys(Delivery.SECRET)).admit(delivery().asRequest()))
        .isEqualTo(new TurnedAway(Refusal.TIMESTAMP_OUT_OF_TOLERANCE));
  }

  @Test
  void theReceiverLooksAtTheClockForEveryScheme() {
    SignatureScheme careless = request -> new Verified("msg_1", SIGNED_AT);
    clock.advance(Duration.ofSeconds(301));

    assertThat(gate(careless).admit(delivery().asRequest()))
        .isEqualTo(new TurnedAway(Refusal.TIMESTAMP_OUT_OF_TOLERANCE));
  }

  @Test
  void aSchemeWithoutATimeIsNotComparedWithTheClock() {
    SignatureScheme timeless = request -> new Verified("msg_1", null);

    assertThat(gate(timeless).admit(delivery().asRequest())).isInstanceOf(Admitted.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "\u0000", "\ud800"})
  void anIdThatCannotBeAKeyIsTurnedAway(String id) {
    SignatureScheme careless = request -> new Verified(id, SIGNED_AT);

    assertThat(gate(careless).admit(delivery().asRequest()))
        .isEqualTo(new TurnedAway(Refusal.ID_UNUSABLE));
  }

  @Test
  void theReasonOfTheSchemeIsPassedOn() {
    SignatureScheme strict = request -> new Refused(Refusal.HEADER_MISSING);

    assertThat(gate(strict).admit(delivery().asRequest()))
        .isEqualTo(new TurnedAway(Refusal.HEADER_MISSING));
  }

  @Test
  void theSenderThatIsFoundDecidesAboutTheKey() {
    Map<String, Sender> senders =
        Map.of(
            "/hooks/acme", Sender.forTenant("acme", StandardWebhooks.keys(Delivery.SECRET)),
            "/hooks/globex",
                Sender.forTenant("globex", StandardWebhooks.keys(Delivery.OTHER_SECRET)));
    Gate gate = gateFor(request -> senders.get(request.path()));

    assertThat(gate.admit(delivery().to("/hooks/acme").asRequest())).isInstanceOf(Admitted.class);
    assertThat(gate.admit(delivery().to("/hooks/globex").asRequest()))
        .isEqualTo(new TurnedAway(Refusal.SIGNATURE_WRONG));
    assertThat(gate.admit(delivery().to("/hooks/nobody").asRequest()))
        .isEqualTo(new TurnedAway(Refusal.UNKNOWN_SENDER));
  }

  @Test
  void aMessageHasWhatWasSigned() {
    Delivery delivery =
        Delivery.of("{\"type\":\"invoice.paid\",\"data\":\"ü\"}").signed("msg_1", SIGNED_AT);

    Admission admission = gate(StandardWebhooks.keys(Delivery.SECRET)).admit(delivery.asRequest());

    WebhookMessage message = ((Admitted) admission).message();
    assertThat(message.source()).isEqualTo("billing");
    assertThat(message.id()).isEqualTo("msg_1");
    assertThat(message.timestamp()).isEqualTo(SIGNED_AT);
    assertThat(message.type()).isEqualTo("invoice.paid");
    assertThat(message.text()).isEqualTo(delivery.body());
    assertThat(message.body()).isEqualTo(Delivery.bytes(delivery.body()));
    assertThat(message).hasToString("WebhookMessage[from billing, 35 bytes]");
  }

  @Test
  void aHandlerCannotChangeTheMessage() {
    Admission admission =
        gate(StandardWebhooks.keys(Delivery.SECRET)).admit(delivery().asRequest());
    WebhookMessage message = ((Admitted) admission).message();

    message.body()[0] = 'x';

    assertThat(message.text()).isEqualTo("{}");
  }
}
