package dev.semel.http.webhook;

import dev.semel.Done;
import dev.semel.Duplicates;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Rejections;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.json.SemelJson;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes a {@link WebhookReceiver}. For one thread. */
public final class WebhookReceiverBuilder {
  public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(5);
  public static final Duration MAX_TOLERANCE = Duration.ofDays(1);
  public static final int DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
  public static final int MAX_MAX_BODY_BYTES = 64 * 1024 * 1024;

  /** Senders retry for days, and people press "resend" for weeks. */
  public static final Duration DEFAULT_RETENTION = Duration.ofDays(30);

  /** Senders wait for an answer for 5 to 30 seconds. */
  private static final Duration DEFAULT_RETRY_BUDGET = Duration.ofSeconds(3);

  private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(5);
  private static final String OPERATION_PREFIX = "webhook:";
  private static final int OK = 200;
  private static final int FIRST_ERROR = 400;
  private static final int GONE = 410;

  private final Semel semel;
  private final String source;
  private final List<WebhookListener> listeners = new ArrayList<>();
  private @Nullable SenderResolver senders;
  private @Nullable WebhookHandler handler;
  private Fingerprinter<byte[]> comparing = SemelJson.standard().document();
  private UnaryOperator<Operation<byte[], Done>> change = operation -> operation;
  private Duration tolerance = DEFAULT_TOLERANCE;
  private int maxBodyBytes = DEFAULT_MAX_BODY_BYTES;
  private Clock clock = Clock.systemUTC();
  private int rejectionStatus = OK;
  private int identityViolationStatus = OK;

  WebhookReceiverBuilder(Semel semel, String source) {
    this.semel = Objects.requireNonNull(semel, "semel");
    this.source = Operation.named(Objects.requireNonNull(source, "source")).name();
  }

  /** The only sender. This or {@link #senders} must be given. */
  public WebhookReceiverBuilder sender(Sender only) {
    Objects.requireNonNull(only, "only");
    return senders(request -> only);
  }

  /** Who may send, found by the request: for instance one sender per path. */
  public WebhookReceiverBuilder senders(SenderResolver resolver) {
    this.senders = Objects.requireNonNull(resolver, "resolver");
    return this;
  }

  /** What a message does. Must be given. */
  public WebhookReceiverBuilder handler(WebhookHandler newHandler) {
    this.handler = Objects.requireNonNull(newHandler, "newHandler");
    return this;
  }

  /**
   * How far the time of a signature may be off, either way; at most a day. 5 minutes unless told.
   */
  public WebhookReceiverBuilder tolerance(Duration newTolerance) {
    if (newTolerance.toSeconds() < 1 || newTolerance.compareTo(MAX_TOLERANCE) > 0) {
      throw new IllegalArgumentException(
          "the tolerance for timestamps is %s; give a second to %s"
              .formatted(newTolerance, MAX_TOLERANCE));
    }
    this.tolerance = newTolerance;
    return this;
  }

  /** How large a body may be, up to 64 MiB; it is kept in memory. 1 MiB unless told. */
  public WebhookReceiverBuilder maxBodyBytes(int bytes) {
    if (bytes < 1 || bytes > MAX_MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          "max body bytes is %d; give 1 to %d".formatted(bytes, MAX_MAX_BODY_BYTES));
    }
    this.maxBodyBytes = bytes;
    return this;
  }

  /** What the time of a signature is compared with. The system's clock unless told. */
  public WebhookReceiverBuilder clock(Clock newClock) {
    this.clock = Objects.requireNonNull(newClock, "newClock");
    return this;
  }

  /**
   * What of the body must be the same when an id comes again. All of its JSON unless told, in
   * whatever spelling; the bytes where it is not JSON. Leave out what the sender changes between
   * attempts: {@code SemelJson.standard().document().excluding("/attempt")}.
   */
  public WebhookReceiverBuilder comparing(Fingerprinter<byte[]> fingerprinter) {
    this.comparing = Objects.requireNonNull(fingerprinter, "fingerprinter");
    return this;
  }

  /**
   * Changes what a message is to Semel: retention (30 days unless told), what a duplicate does
   * while the first delivery is at work (refused), retries of the transaction (within 3 s),
   * isolation, constraints that mean a rejection.
   */
  public WebhookReceiverBuilder operation(UnaryOperator<Operation<byte[], Done>> newChange) {
    this.change = Objects.requireNonNull(newChange, "newChange");
    return this;
  }

  /**
   * What is answered when the handler rejects a message. 200 unless told, because most senders take
   * a 4xx for a reason to try again, though it can change nothing.
   *
   * @param status 200 to 299, or 400 to 499 but for 410, which would end the subscription
   */
  public WebhookReceiverBuilder rejectionStatus(int status) {
    this.rejectionStatus = finalStatus(status);
    return this;
  }

  /**
   * What is answered when the id of a settled message comes with another payload. 200 unless told,
   * for the same reason; listeners and the log say what happened.
   *
   * @param status 200 to 299, or 400 to 499 but for 410
   */
  public WebhookReceiverBuilder identityViolationStatus(int status) {
    this.identityViolationStatus = finalStatus(status);
    return this;
  }

  private static int finalStatus(int status) {
    boolean success = status >= 200 && status <= 299;
    boolean clientError = status >= 400 && status <= 499 && status != GONE;
    if (!success && !clientError) {
      throw new IllegalArgumentException(
          "status %d for what no retry can mend; give 200 to 299, or 400 to 499 but not 410"
              .formatted(status));
    }
    return status;
  }

  /** Who hears of every delivery. */
  public WebhookReceiverBuilder listener(WebhookListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  public WebhookReceiver build() {
    return new WebhookReceiver(
        semel,
        new ReceiverSettings(
            source,
            given(senders, "sender(…) or senders(…)"),
            given(handler, "handler(…)"),
            operation(),
            tolerance,
            maxBodyBytes,
            clock,
            rejectionStatus,
            identityViolationStatus,
            List.copyOf(listeners)));
  }

  private <T> T given(@Nullable T setting, String call) {
    if (setting == null) {
      throw new IllegalStateException(
          "the receiver of webhooks from %s is not complete; call %s".formatted(source, call));
    }
    return setting;
  }

  private Operation<byte[], Done> operation() {
    Operation<byte[], Done> standard =
        Operation.named(OPERATION_PREFIX + source)
            .taking(comparing)
            .answeringNothing()
            .retainedFor(DEFAULT_RETENTION)
            .duplicates(Duplicates.refuse().retryAfter(DEFAULT_RETRY_AFTER))
            .retrying(RetryPolicy.standard().within(DEFAULT_RETRY_BUDGET));
    Operation<byte[], Done> changed = change.apply(standard);
    if (!changed.name().equals(standard.name())) {
      throw new IllegalArgumentException(
          "operation(…) returned %s; change the settings of the one that is passed in"
              .formatted(changed));
    }
    refuseShortRetention(changed);
    refuseForgottenRejections(changed);
    return changed;
  }

  /**
   * A signature made one tolerance ahead is good for two, so an id must be known for as long: a
   * recorded delivery could be sent again otherwise.
   */
  private void refuseShortRetention(Operation<byte[], Done> operation) {
    Duration period = operation.settings().retention().period();
    Duration needed = tolerance.multipliedBy(2);
    if (period != null && period.compareTo(needed) <= 0) {
      throw new IllegalArgumentException(
          "messages are remembered for %s, but their signatures are good for up to %s; retain them longer"
              .formatted(period, needed));
    }
  }

  /** A sender that is told 2xx never comes back, and then there is nothing to judge anew. */
  private void refuseForgottenRejections(Operation<byte[], Done> operation) {
    boolean comesBack = rejectionStatus >= FIRST_ERROR;
    if (operation.settings().rejections() == Rejections.JUDGED_ANEW && !comesBack) {
      throw new IllegalArgumentException(
          "rejections are judged anew, but answered with %d, after which no sender comes back; call rejectionStatus(422)"
              .formatted(rejectionStatus));
    }
  }
}
