package dev.semel.webhook;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events to one endpoint, with a relay of its own. {@link Webhooks} makes both; use this
 * alone only where you run the relay yourself.
 *
 * <p><b>Guarantee.</b> An event is settled as published if and only if the endpoint answered 2xx,
 * or it does not fit the endpoint's filter. Each attempt is signed anew, under an id that never
 * changes. <b>Order.</b> The relay's: one event of an aggregate at a time. <b>Threads.</b> Has up
 * to as many of its own as requests are sent at once, and none while there are none.
 */
public final class WebhookSink implements Sink {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.webhook");
  private static final Duration QUEUE_FULL_PAUSE = Duration.ofMillis(200);
  private static final Duration DISABLED_PAUSE = Duration.ofSeconds(30);
  private static final long IDLE_THREAD_SECONDS = 30;

  private final WebhookSettings settings;
  private final WebhookClient client;
  private final InstantSource clock;
  private final Consumer<String> onGone;
  private final Throttle throttle = new Throttle();
  private final Pulse pulse = new Pulse();
  private final ThreadPoolExecutor senders;
  private volatile WebhookEndpoint endpoint;
  private volatile boolean disabled;

  /**
   * Makes a sink.
   *
   * @param clock the time that is signed
   * @param onGone told, once and on a thread of the sink, when the endpoint answers that it is gone
   *     for good; nothing is sent from then on
   */
  public WebhookSink(
      WebhookEndpoint endpoint,
      WebhookSettings settings,
      WebhookClient client,
      InstantSource clock,
      Consumer<String> onGone) {
    client.policy().check(endpoint.url());
    this.endpoint = endpoint;
    this.settings = settings;
    this.client = client;
    this.clock = clock;
    this.onGone = onGone;
    this.senders = senders(endpoint.name(), settings);
  }

  private static ThreadPoolExecutor senders(String name, WebhookSettings settings) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor made =
        new ThreadPoolExecutor(
            settings.maxConcurrent(),
            settings.maxConcurrent(),
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(settings.maxQueued()),
            work -> {
              Thread thread =
                  new Thread(work, "semel-webhook-" + name + "-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    made.allowCoreThreadTimeOut(true);
    return made;
  }

  /** Goes on with other keys, another address, another filter or form. */
  void replace(WebhookEndpoint changed) {
    client.policy().check(changed.url());
    this.endpoint = changed;
  }

  /** Whether the endpoint takes anything. */
  Pulse pulse() {
    return pulse;
  }

  /** Sends again after it was switched off. */
  void enable() {
    disabled = false;
  }

  /** Sends nothing more; what the relay hands over is kept by the relay. */
  void disable() {
    disabled = true;
  }

  @Override
  public void publish(SinkBatch batch) {
    for (Delivery delivery : batch.deliveries()) {
      if (endpoint.filter().fits(delivery.event())) {
        enqueue(delivery, batch.replay());
      } else if (batch.replay()) {
        delivery.refused("the endpoint's filter leaves it out");
      } else {
        delivery.published();
      }
    }
  }

  private void enqueue(Delivery delivery, boolean replay) {
    try {
      senders.execute(() -> sendGuarded(delivery, replay));
    } catch (RejectedExecutionException full) {
      delivery.unavailable(
          "%d deliveries wait for their turn at this endpoint".formatted(settings.maxQueued()),
          QUEUE_FULL_PAUSE);
    }
  }

  private void sendGuarded(Delivery delivery, boolean replay) {
    try {
      if (delivery.isWanted()) {
        sendUnlessPaused(delivery, replay);
      }
    } catch (RuntimeException e) {
      LOG.warn("endpoint {}: event {} failed", endpoint.name(), delivery.event().id(), e);
      fail(delivery, "the sender failed: " + e.getClass().getSimpleName(), null);
    }
  }

  private void sendUnlessPaused(Delivery delivery, boolean replay) {
    Duration pause = throttle.remaining();
    if (disabled) {
      delivery.unavailable("the endpoint is disabled", DISABLED_PAUSE);
    } else if (!pause.isZero()) {
      delivery.unavailable("the endpoint asked for a pause", pause);
    } else {
      send(delivery, endpoint, replay);
    }
  }

  private void send(Delivery delivery, WebhookEndpoint to, boolean replay) {
    byte[] body = WebhookBody.of(delivery.event(), to);
    if (body.length > settings.maxBodyBytes()) {
      delivery.refused(
          "its body has %d bytes; max body bytes is %d"
              .formatted(body.length, settings.maxBodyBytes()));
      return;
    }
    Reply reply;
    try {
      reply = client.post(to.url(), headers(delivery.event(), to, body, replay), body);
    } catch (IOException | IllegalArgumentException e) {
      pulse.failed(String.valueOf(e.getMessage()));
      fail(delivery, String.valueOf(e.getMessage()), null);
      return;
    }
    settle(delivery, reply);
  }

  private Map<String, String> headers(
      RelayedEvent event, WebhookEndpoint to, byte[] body, boolean replay) {
    Instant now = clock.instant();
    String id = WebhookId.of(event.id(), to.name());
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("User-Agent", "Semel-Webhooks/1");
    headers.put("Accept", "*/*");
    headers.put("Content-Type", to.form().contentType());
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
    headers.put("webhook-signature", to.signer().sign(id, now, body));
    if (replay) {
      headers.put(RelayedEvent.REPLAY_HEADER, "true");
    }
    return headers;
  }

  private void settle(Delivery delivery, Reply reply) {
    Duration asked =
        RetryAfter.parse(reply.retryAfter(), clock.instant(), settings.maxRetryAfter());
    String reason = reason(reply, delivery.event());
    beat(reply, reason);
    switch (Verdict.of(reply)) {
      case TAKEN -> {
        throttle.tookOne(delivery.event().id());
        delivery.published();
      }
      case GONE -> {
        gone(reason);
        delivery.unavailable(reason, DISABLED_PAUSE);
      }
      case TOO_MANY -> delivery.unavailable(reason, throttle.pause(asked));
      case AWAY -> {
        Duration pause = throttle.pause(asked);
        if (throttle.isToBlame(delivery.event().id())) {
          fail(delivery, reason, asked);
        } else {
          delivery.unavailable(reason, pause);
        }
      }
      case FAILED -> fail(delivery, reason, asked);
    }
  }

  private void beat(Reply reply, String reason) {
    if (reply.isSuccess()) {
      pulse.took();
    } else {
      pulse.failed(reason);
    }
  }

  private void gone(String reason) {
    boolean first;
    synchronized (this) {
      first = !disabled;
      disabled = true;
    }
    if (first) {
      onGone.accept(reason);
    }
  }

  private void fail(Delivery delivery, String reason, @Nullable Duration asked) {
    double random = ThreadLocalRandom.current().nextDouble();
    Duration own = settings.schedule().waitAfter(delivery.attempt(), random);
    Duration wait = Objects.requireNonNullElse(asked, Duration.ZERO);
    delivery.failed(reason, own.compareTo(wait) > 0 ? own : wait);
  }

  private String reason(Reply reply, RelayedEvent event) {
    String status = "HTTP " + reply.status();
    String start = Printable.start(reply.start(), settings.keptReplyCharacters());
    boolean echo = event.payload() != null && Printable.repeats(reply.start(), event.payload());
    return start.isEmpty() || echo || reply.isSuccess() ? status : status + ": " + start;
  }

  /** What is queued is dropped, what is under way may still arrive. Does not close the client. */
  @Override
  public void close() {
    senders.shutdownNow();
  }
}
