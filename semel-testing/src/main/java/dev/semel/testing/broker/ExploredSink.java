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
import dev.semel.testing.crash.TrialCheck;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.FaultProxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A sink that is given two events of an aggregate, the second when the first is published, and is
 * broken at the second: the connection to the broker is cut when its first byte is on the way, and
 * when it was handed over and nobody has heard of it; the process dies there; another node sends
 * the same.
 *
 * <p><b>Guarantee.</b> An attempt is answered when the sink says that both are published. Every
 * attempt sends both again, as a relay does whose position was not saved. <b>Order.</b> That of the
 * aggregate. <b>Threads.</b> May be used by several at once.
 */
public abstract class ExploredSink implements CrashHandler {
  /** The second event is handed over. */
  public static final String PUBLISH = "publish";

  /** How many events there are of each aggregate. */
  public static final int EVENTS = 2;

  private final KnownPlace place = new KnownPlace();

  /** For those who know a broker. */
  protected ExploredSink() {}

  /** Makes a sink. */
  protected abstract Sink sinkTo(BrokerPlace at);

  /**
   * Breaks it in all ways that concern the broker.
   *
   * @param arrived checks what the broker has of the aggregate that is named by the key
   */
  public final CrashReport explore(CrashExplorer explorer, TrialCheck arrived) {
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
        .check("both arrived, in order", arrived)
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
    try (FaultProxy proxy = FaultProxy.to(at.host(), at.port());
        Sink sink = sinkTo(at.via(proxy))) {
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
    }
    return "published";
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
