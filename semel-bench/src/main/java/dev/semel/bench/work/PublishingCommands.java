package dev.semel.bench.work;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.bench.measure.Variant;
import java.sql.SQLException;
import java.util.List;

/** The smallest command, without and with an event. */
public final class PublishingCommands {
  private final Semel semel;

  public PublishingCommands(Semel semel) {
    this.semel = semel;
  }

  /** Without, then with. */
  public List<Variant> variants() {
    return List.of(
        Variant.of("command", () -> SmallCommands.run(semel, SmallCommands.PAY)),
        Variant.of("command and an event", this::publish));
  }

  private void publish() {
    SmallCommands.refuseUnlessExecuted(
        semel.once(
            SmallCommands.PAY.intent(Samples.TENANT, Ids.random().toString(), Samples.PAYLOAD),
            PublishingCommands::payAndPublish));
  }

  private static String payAndPublish(JdbcEffect effect) throws SQLException {
    Payments.pay(effect.connection(), Samples.NOTE);
    effect.publish(
        Event.of(
            EventSample.AGGREGATE_TYPE,
            EventSample.account(),
            EventSample.TYPE,
            EventSample.payload(0)));
    return Samples.RESULT;
  }
}
