package dev.semel.http.webhook;

import dev.semel.CommitUnknownException;
import dev.semel.ConfigurationException;
import dev.semel.Done;
import dev.semel.Intent;
import dev.semel.IntentId;
import dev.semel.InterruptedAttemptException;
import dev.semel.Outcome;
import dev.semel.RetriesExhaustedException;
import dev.semel.Semel;
import dev.semel.http.webhook.Gate.Admission.Admitted;
import dev.semel.http.webhook.Gate.Admission.TurnedAway;
import dev.semel.spi.IntentRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the signed webhooks of one source and applies each message once. {@link WebhookServlet}
 * puts it on a server; any framework that hands out the bytes of a body can call {@link #receive}.
 *
 * <pre>{@code
 * WebhookReceiver receiver =
 *     WebhookReceiver.builder(semel, "billing")
 *         .sender(Sender.forTenant("acme", StandardWebhooks.keys(secret)))
 *         .handler((effect, message) -> invoices.paid(effect.connection(), message.text()))
 *         .build();
 * }</pre>
 *
 * <p><b>Guarantee.</b> A message that was applied was signed by its sender, and was applied once. A
 * message that is answered with 2xx was applied, or its rejection is stored, or its id was settled
 * before with another payload, of which listeners were told. Nothing is stored before the signature
 * is verified. <b>Order.</b> None: senders do not keep any. <b>Threads.</b> Safe for use by several
 * threads.
 */
public final class WebhookReceiver {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookReceiver.class);

  private static final int OK = 200;
  private static final int FIRST_ERROR = 400;
  private static final byte[] NO_BODY = {};

  /** Long enough for a failover, short against the retry plans of senders. */
  private static final Duration RETRY_WHEN_STORE_IS_BACK = Duration.ofSeconds(10);

  private final Semel semel;
  private final ReceiverSettings settings;
  private final Gate gate;

  WebhookReceiver(Semel semel, ReceiverSettings settings) {
    this.semel = semel;
    this.settings = settings;
    this.gate =
        new Gate(settings.source(), settings.senders(), settings.tolerance(), settings.clock());
  }

  /**
   * Starts a receiver.
   *
   * @param source who sends; part of the scope of message ids, so it must never change. Two sources
   *     may use the same id
   */
  public static WebhookReceiverBuilder builder(Semel semel, String source) {
    return new WebhookReceiverBuilder(semel, source);
  }

  /** How large a body may be; whoever reads it from a socket need not read more. */
  public int maxBodyBytes() {
    return settings.maxBodyBytes();
  }

  /**
   * Verifies a request and applies its message, unless that was done before.
   *
   * @return what to answer the sender with; failures are answers too
   */
  public WebhookReply receive(WebhookRequest request) {
    if (request.body().length > settings.maxBodyBytes()) {
      return tooLarge();
    }
    try {
      Gate.Admission admission = gate.admit(request);
      return admission instanceof Admitted admitted
          ? apply(admitted)
          : turnedAway(((TurnedAway) admission).refusal());
    } catch (RuntimeException e) {
      return failed(null, e);
    }
  }

  /** The answer to a body of which there is more than is allowed. */
  WebhookReply tooLarge() {
    return told(null, Problem.BODY_TOO_LARGE.reply(WebhookResult.TOO_LARGE));
  }

  private WebhookReply turnedAway(Refusal refusal) {
    LOG.debug("webhook from {}: refused, {}", settings.source(), refusal);
    tell(new WebhookDelivery(settings.source(), WebhookResult.REFUSED, refusal, null));
    return Problem.SIGNATURE_REFUSED.reply(WebhookResult.REFUSED);
  }

  private WebhookReply apply(Admitted admitted) {
    WebhookMessage message = admitted.message();
    String tenant = admitted.sender().tenants().tenantOf(message);
    if (tenant == null) {
      LOG.warn("webhook from {}: no tenant for a verified message; nothing done", message.source());
      return told(null, Problem.NO_TENANT.reply(WebhookResult.NO_TENANT));
    }
    Intent<Done> intent = intent(tenant, admitted.sender(), message);
    try {
      Outcome<Done> outcome =
          semel.perform(intent, effect -> settings.handler().apply(effect, message));
      return told(intent.id(), answer(intent.id(), outcome));
    } catch (RuntimeException e) {
      return failed(intent.id(), e);
    }
  }

  private Intent<Done> intent(String tenant, Sender sender, WebhookMessage message) {
    Intent<Done> intent = settings.operation().intent(tenant, message.id(), message.signedBytes());
    return sender.name() == null ? intent : intent.onBehalfOf(sender.name());
  }

  private WebhookReply answer(IntentId intent, Outcome<Done> outcome) {
    if (outcome.isDone()) {
      WebhookResult result = outcome.isReplay() ? WebhookResult.DUPLICATE : WebhookResult.APPLIED;
      return accepted(result, OK, outcome.isReplay());
    }
    if (outcome instanceof Outcome.Rejected<Done> no) {
      return refused(
          Problem.REJECTED, WebhookResult.REJECTED, settings.rejectionStatus(), no.replayed());
    }
    if (outcome instanceof Outcome.Mismatch && isSettled(intent)) {
      return refused(
          Problem.MISMATCH,
          WebhookResult.IDENTITY_VIOLATION,
          settings.identityViolationStatus(),
          false);
    }
    return Problem.IN_PROGRESS.reply(WebhookResult.IN_PROGRESS, retryAfter(outcome));
  }

  /**
   * Whether the first message with this id is done with. While it still runs it may yet fail, and
   * if this one had been taken for delivered by then, its sender would never come back.
   */
  private boolean isSettled(IntentId intent) {
    IntentRecord record = semel.records().find(intent);
    return record != null && record.state().isSettled();
  }

  private Duration retryAfter(Outcome<Done> outcome) {
    return outcome instanceof Outcome.InProgress<Done> inProgress
        ? inProgress.retryAfter()
        : settings.operation().settings().duplicates().retryAfter();
  }

  private static WebhookReply refused(
      Problem problem, WebhookResult result, int status, boolean replayed) {
    return status >= FIRST_ERROR
        ? problem.reply(result, status)
        : accepted(result, status, replayed);
  }

  private static WebhookReply accepted(WebhookResult result, int status, boolean replayed) {
    Map<String, String> headers = new HashMap<>(Problem.COMMON_HEADERS);
    if (replayed) {
      headers.put("Idempotent-Replayed", "true");
    }
    return new WebhookReply(result, status, headers, NO_BODY);
  }

  private WebhookReply failed(@Nullable IntentId intent, RuntimeException failure) {
    if (failure instanceof CommitUnknownException) {
      return told(
          intent,
          Problem.COMMIT_UNKNOWN.reply(WebhookResult.COMMIT_UNKNOWN, RETRY_WHEN_STORE_IS_BACK));
    }
    boolean storeIsAway = isStoreAway(failure);
    if (!storeIsAway || failure instanceof ConfigurationException) {
      LOG.warn("webhook from {}: not applied; intent {}", settings.source(), intent, failure);
    }
    return told(
        intent,
        storeIsAway
            ? Problem.STORE_UNAVAILABLE.reply(
                WebhookResult.STORE_UNAVAILABLE, RETRY_WHEN_STORE_IS_BACK)
            : Problem.NOT_APPLIED.reply(WebhookResult.FAILED));
  }

  /** Semel has logged what the store said, but for settings that somebody has to mend. */
  private static boolean isStoreAway(RuntimeException failure) {
    return failure instanceof RetriesExhaustedException
        || failure instanceof ConfigurationException
        || failure instanceof InterruptedAttemptException;
  }

  private WebhookReply told(@Nullable IntentId intent, WebhookReply reply) {
    tell(new WebhookDelivery(settings.source(), reply.result(), null, intent));
    return reply;
  }

  private void tell(WebhookDelivery delivery) {
    for (WebhookListener listener : settings.listeners()) {
      try {
        listener.onDelivery(delivery);
      } catch (RuntimeException e) {
        LOG.warn("a listener failed; the webhook is not affected", e);
      }
    }
  }
}
