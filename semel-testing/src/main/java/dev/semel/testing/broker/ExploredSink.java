package dev.semel.testing.broker;

import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.StepBrokenException;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.FaultProxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sink that is given two events of an aggregate, the second when the first is published, and is
 * broken at the second: the connection to the broker is cut when its first byte is on the way, and
 * when it was handed over and nobody has heard of it; the process dies there; another node sends
 * the same.
 *
 * <p><b>Guarantee.</b> An attempt is answered when the sink says that both are published, and what
 * the broker has is looked at then: every attempt sends both again, as a relay does whose position
 * was not saved, and would hide a loss. <b>Order.</b> That of the aggregate. <b>Threads.</b> May be
 * used by several at once.
 */
public abstract class ExploredSink implements CrashHandler {
  /** The second event is handed over. */
  public static final String PUBLISH = "publish";

  /** How many events there are of each aggregate. */
  public static final int EVENTS = 2;

  private final KnownPlace place = new KnownPlace();
  private final @Nullable FaultProxy standing;
  private volatile Consumer<String> arrived = aggregate -> {};

  /** For those who know a broker. */
  protected ExploredSink() {
    this.standing = null;
  }

  /**
   * For a broker that tells its clients where to connect, and tells them of this proxy. It stays
   * when an attempt ends.
   */
  protected ExploredSink(FaultProxy standing) {
    this.standing = standing;
  }

  /** Makes a sink. */
  protected abstract Sink sinkTo(BrokerPlace at);

  /**
   * Breaks it in all ways that concern the broker.
   *
   * @param hasArrived fails unless the broker has both events of an aggregate, in order. Attempts
   *     ask it too, several at once
   */
  public final CrashReport explore(CrashExplorer explorer, Consumer<String> hasArrived) {
    arrived = hasArrived;
    return explorer
        .faults(
            CrashFault.CUT_BEFORE,
            CrashFault.REPLY_LOST,
            CrashFault.DUPLICATE,
            CrashFault.KILLED_AFTER,
            CrashFault.REDELIVERY)
        .whereAnnounced(
            CrashFault.CUT_BEFORE,
            CrashFault.REPLY_LOST,
            CrashFault.DUPLICATE,
            CrashFault.KILLED_AFTER)
        .killing(getClass())
        .check("both arrived, in order", (database, key) -> hasArrived.accept(key))
        .explore(this);
  }

  /** The id of an event of an aggregate. */
  public static UUID id(String aggregate, int version) {
    String name = aggregate + "/" + version;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public final Object handle(Trial trial) throws Exception {
    BrokerPlace at = place.of(trial);
    if (standing != null) {
      return publish(trial, at, standing);
    }
    try (FaultProxy proxy = FaultProxy.to(at.host(), at.port())) {
      return publish(trial, at, proxy);
    }
  }

  private String publish(Trial trial, BrokerPlace at, FaultProxy proxy) {
    try (Sink sink = sinkTo(at.via(proxy))) {
      AwaitedDelivery first = new AwaitedDelivery(event(trial.key(), 1));
      handOver(sink, first);
      first.awaitPublished();
      AwaitedDelivery second = new AwaitedDelivery(event(trial.key(), EVENTS));
      try {
        trial.step(PUBLISH, () -> handOver(sink, second));
      } catch (StepBrokenException broken) {
        breakOff(proxy, sink, second);
      }
      second.awaitPublished();
      return lookFor(trial.key());
    }
  }

  /** Another answer than that of the attempts to come, if what is said to be there is not. */
  private String lookFor(String aggregate) {
    try {
      arrived.accept(aggregate);
      return "published";
    } catch (AssertionError missing) {
      return "said to be published: " + missing.getMessage();
    }
  }

  /** It is lost on its way, or it has arrived and nobody is told. */
  private static void breakOff(FaultProxy proxy, Sink sink, AwaitedDelivery delivery) {
    if (delivery.isHandedOver()) {
      proxy.cutAll();
    } else {
      proxy.cutAfterBytes(Direction.TO_SERVER, 1);
      handOver(sink, delivery);
    }
  }

  private static void handOver(Sink sink, AwaitedDelivery delivery) {
    delivery.note();
    sink.publish(new SinkBatch("explored", 0, 1, false, List.of(delivery)));
  }

  private static RelayedEvent event(String aggregate, int version) {
    UUID id = id(aggregate, version);
    return new RelayedEvent(
        id,
        id.toString(),
        "acme",
        "case",
        aggregate,
        (long) version,
        "changed",
        "{\"n\": %d}".formatted(version),
        Map.of(),
        null,
        Instant.EPOCH,
        version);
  }
}
