package dev.semel.webhook;

import dev.semel.relay.DeadLetters;
import dev.semel.relay.DeadLetters.Decision;
import dev.semel.relay.RelayListener;
import dev.semel.relay.ReplayReport;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.EndpointFailure;
import dev.semel.relay.spi.EndpointState;
import dev.semel.relay.spi.EndpointStore;
import dev.semel.relay.spi.RelayStore;
import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events to endpoints outside, each by a relay of its own: with a position, held events and
 * dead letters of its own, on any number of nodes.
 *
 * <pre>{@code
 * Webhooks webhooks =
 *     Webhooks.builder(PostgresRelays.on(dataSource), PostgresEndpoints.on(dataSource)).build();
 * Semel semel = Semel.builder(store).listener(webhooks.wakeUps()).build();
 * webhooks.start();
 * webhooks.put(WebhookEndpoint.of("billing", url, StandardSigner.keys(secret)));
 * }</pre>
 *
 * <p><b>Guarantee.</b> An endpoint gets each event that fits its filter at least once if and only
 * if the event's transaction committed, under the same {@code webhook-id} each time; or the event
 * is a dead letter of this endpoint. What one endpoint does holds no other back. An endpoint that
 * is switched off is so on every node, over restarts. <b>Order.</b> Within an aggregate.
 * <b>Threads.</b> Safe for use by several threads.
 */
public final class Webhooks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.webhook");
  private static final Duration CLOSE_DRAIN = Duration.ofSeconds(10);
  private static final String REDELIVERY = "redelivery";

  private final WebhookParts parts;
  private final boolean ownsClient;
  private final ConcurrentMap<String, EndpointRun> runs = new ConcurrentHashMap<>();
  private final ScheduledExecutorService watch;
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean running;
  private volatile @Nullable Future<?> looks;

  private Webhooks(WebhookParts parts, boolean ownsClient) {
    this.parts = parts;
    this.ownsClient = ownsClient;
    this.watch =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "semel-webhooks");
              thread.setDaemon(true);
              return thread;
            });
  }

  public static Builder builder(RelayStore relays, EndpointStore endpoints) {
    return new Builder(relays, endpoints);
  }

  /** Starts sending, to all endpoints that are here and those that come. Once. */
  public void start() {
    if (!started.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "these webhooks were started before; make new ones after they were stopped");
    }
    running = true;
    look();
    long millis = parts.settings().lookInterval().toMillis();
    looks = watch.scheduleWithFixedDelay(this::lookQuietly, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Adds an endpoint, or changes one of the same name while it runs: keys, address, filter, form.
   * On this node: every node must have the same endpoints.
   *
   * @throws IllegalArgumentException if requests may not go to its address
   */
  public void put(WebhookEndpoint endpoint) {
    EndpointRun run =
        runs.computeIfAbsent(endpoint.name(), name -> new EndpointRun(parts, endpoint, this::gone));
    run.replace(endpoint);
    if (running) {
      run.follow(parts.endpoints().find(endpoint.name()));
    }
  }

  /** The endpoints of this node. */
  public List<WebhookEndpoint> endpoints() {
    return runs.values().stream().map(EndpointRun::endpoint).toList();
  }

  /**
   * Ends an endpoint on this node. Its place among the events is kept, for as long as {@link
   * #forget} is not called, and keeps events from being purged.
   *
   * @return false if there is none of this name
   */
  public boolean remove(String endpoint) {
    EndpointRun run = runs.remove(endpoint);
    return run != null && run.stop(CLOSE_DRAIN);
  }

  /**
   * Forgets where an endpoint was, what it has not got and its dead letters. Remove it on every
   * node before.
   *
   * @return false if there was nothing to forget
   */
  public boolean forget(String endpoint) {
    if (runs.containsKey(endpoint)) {
      throw new IllegalStateException(
          "endpoint %s is here; remove it on every node before it is forgotten"
              .formatted(endpoint));
    }
    parts.endpoints().takesAgain(endpoint);
    return parts.relays().forget(WebhookParts.relayName(endpoint));
  }

  /**
   * Switches an endpoint off, on every node: here at once, on others when they look. It keeps its
   * place, and keeps events from being purged meanwhile.
   *
   * @return false if it was off
   */
  public boolean disable(String endpoint, Decision decision) {
    return change(endpoint, false, decision);
  }

  /**
   * Switches an endpoint on again. It has its time to take something again.
   *
   * @param backlog what becomes of what it has not got meanwhile
   * @return false if it was on; nothing is skipped then
   */
  public boolean enable(String endpoint, Backlog backlog, Decision decision) {
    if (backlog == Backlog.SKIP && !parts.endpoints().find(endpoint).enabled()) {
      parts.relays().skipBacklog(WebhookParts.relayName(endpoint));
    }
    parts.endpoints().takesAgain(endpoint);
    return change(endpoint, true, decision);
  }

  private boolean change(String endpoint, boolean enabled, Decision decision) {
    EndpointState seen = parts.endpoints().find(parts.known(endpoint, runs.keySet()));
    boolean changed =
        seen.enabled() != enabled && parts.endpoints().change(seen, enabled, decision);
    EndpointRun run = runs.get(endpoint);
    if (run != null && running) {
      run.follow(parts.endpoints().find(endpoint));
    }
    return changed;
  }

  /**
   * Sends one event to one endpoint again, once, on this thread, whether it was taken before or
   * not. Under the same {@code webhook-id}: a receiver that has applied it does not apply it again.
   *
   * @return how it went; nothing was sent if the endpoint's filter leaves the event out (refused)
   *     or it is no longer in the outbox (neither published nor refused)
   */
  public ReplayReport redeliver(String endpoint, UUID event) {
    return run(endpoint)
        .relay()
        .replay(ReplayRequest.named(REDELIVERY).events(event).maxAttempts(1));
  }

  /**
   * As {@link #redeliver(String, UUID)}, by the id that the receiver knows.
   *
   * @param webhookId the header {@code webhook-id}
   */
  public ReplayReport redeliver(String endpoint, String webhookId) {
    return redeliver(endpoint, WebhookId.eventOf(webhookId, endpoint));
  }

  /** Sends a range of events to one endpoint again, on this thread. */
  public ReplayReport replay(String endpoint, ReplayRequest request) {
    return run(endpoint).relay().replay(request);
  }

  /** How an endpoint stands, all nodes together. */
  public EndpointStatus status(String endpoint) {
    return new EndpointStatus(
        endpoint,
        parts.endpoints().find(parts.known(endpoint, runs.keySet())),
        parts.failing().get(endpoint),
        parts.relays().status(WebhookParts.relayName(endpoint)));
  }

  /** The changes of an endpoint, the latest first. */
  public List<EndpointState> history(String endpoint, int limit) {
    return parts.endpoints().history(endpoint, limit);
  }

  /** Events that an endpoint has not taken. */
  public DeadLetters deadLetters(String endpoint) {
    return parts.relays().deadLetters(WebhookParts.relayName(parts.known(endpoint, runs.keySet())));
  }

  private EndpointRun run(String endpoint) {
    EndpointRun run = runs.get(endpoint);
    if (run == null) {
      throw new IllegalArgumentException(
          "there is no endpoint %s on this node; put it first".formatted(endpoint));
    }
    return run;
  }

  /** To be given to the engine, so that webhooks are sent as soon as a command has committed. */
  public SemelListener wakeUps() {
    return new SemelListener() {
      @Override
      public void onChange(StateChange change) {}

      @Override
      public void onPublished(int events) {
        runs.values().forEach(run -> run.relay().wakeUp());
      }
    };
  }

  private void gone(EndpointRun run, String reason) {
    try {
      watch.execute(() -> writeDownGone(run, reason));
    } catch (RejectedExecutionException stopping) {
      LOG.debug("endpoint {} is gone while all are stopped; it says so again", run.name());
    }
  }

  private static void writeDownGone(EndpointRun run, String reason) {
    try {
      run.gone(reason);
    } catch (RuntimeException e) {
      LOG.warn("could not write down that endpoint {} is gone; it says so again", run.name(), e);
      run.goneInVain();
    }
  }

  private void lookQuietly() {
    try {
      look();
    } catch (RuntimeException e) {
      LOG.warn("could not look which endpoints are switched off; trying again", e);
    }
  }

  private void look() {
    Map<String, EndpointState> states = new HashMap<>();
    parts.endpoints().all().forEach(state -> states.put(state.endpoint(), state));
    Map<String, EndpointFailure> failing = parts.failing();
    for (EndpointRun run : runs.values()) {
      EndpointState unchanged = EndpointState.unchanged(run.name());
      follow(run, states.getOrDefault(run.name(), unchanged), failing.get(run.name()));
    }
  }

  /** One that cannot be started keeps no other from being started. */
  private void follow(EndpointRun run, EndpointState state, @Nullable EndpointFailure failure) {
    try {
      if (running) {
        run.follow(state);
        run.check(failure);
      }
    } catch (RuntimeException e) {
      LOG.warn("could not start or stop endpoint {}; trying again", run.name(), e);
    }
  }

  /**
   * Stops all endpoints on this node, side by side: reads no more, sends what was read, saves.
   *
   * @param drainFor how long to wait for endpoints; what is not taken by then is sent again
   * @return false if some have not come to an end in time
   */
  public boolean stop(Duration drainFor) {
    running = false;
    Future<?> looking = looks;
    if (looking != null) {
      looking.cancel(false);
    }
    watch.shutdown();
    List<Thread> stopping = new ArrayList<>();
    AtomicBoolean all = new AtomicBoolean(true);
    for (EndpointRun run : runs.values()) {
      Thread thread =
          new Thread(
              () -> all.compareAndSet(true, run.stop(drainFor)),
              "semel-webhook-stop-" + run.name());
      thread.start();
      stopping.add(thread);
    }
    stopping.forEach(Webhooks::join);
    if (ownsClient) {
      parts.client().close();
    }
    return all.get();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops, and drains for up to ten seconds. */
  @Override
  public void close() {
    stop(CLOSE_DRAIN);
  }

  /** Makes webhooks. For one thread. */
  public static final class Builder {
    private final RelayStore relays;
    private final EndpointStore endpoints;
    private final List<RelayListener> relayListeners = new ArrayList<>();
    private final List<WebhookListener> listeners = new ArrayList<>();
    private WebhookSettings settings = WebhookSettings.standard();
    private InstantSource clock = InstantSource.system();
    private @Nullable WebhookClient client;
    private @Nullable String node;

    private Builder(RelayStore relays, EndpointStore endpoints) {
      this.relays = Objects.requireNonNull(relays, "relays");
      this.endpoints = Objects.requireNonNull(endpoints, "endpoints");
    }

    public Builder settings(WebhookSettings newSettings) {
      this.settings = Objects.requireNonNull(newSettings, "newSettings");
      return this;
    }

    /**
     * How requests are sent, and where they may go. {@link WebhookClient#standard} unless told. It
     * is closed by whoever made it.
     */
    public Builder client(WebhookClient newClient) {
      this.client = Objects.requireNonNull(newClient, "newClient");
      return this;
    }

    /** How this node is called in leases. No two nodes may have the same name. */
    public Builder node(String name) {
      this.node = name;
      return this;
    }

    /** The time that is signed, and by which endpoints are given up. The system's unless told. */
    public Builder clock(InstantSource newClock) {
      this.clock = Objects.requireNonNull(newClock, "newClock");
      return this;
    }

    /** Who hears what becomes of endpoints. */
    public Builder listener(WebhookListener listener) {
      listeners.add(listener);
      return this;
    }

    /** Who hears what becomes of events: published, held, parked, endpoints pausing. */
    public Builder relayListener(RelayListener listener) {
      relayListeners.add(listener);
      return this;
    }

    public Webhooks build() {
      WebhookClient used = client == null ? WebhookClient.standard() : client;
      return new Webhooks(
          new WebhookParts(
              relays, endpoints, used, settings, clock, node, relayListeners, listeners),
          client == null);
    }
  }
}
