package dev.semel.bench.work;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.bench.measure.Variant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** One insert, without and with an event. */
public final class PublishingCommands {
  private final DataSource dataSource;
  private final Semel semel;

  public PublishingCommands(DataSource dataSource, Semel semel) {
    this.dataSource = dataSource;
    this.semel = semel;
  }

  /** A transaction by hand, without, then with. */
  public List<Variant> transactions() {
    return List.of(
        Variant.of("transaction", () -> inTransaction(List.of())),
        Variant.of("transaction and an event", () -> inTransaction(List.of(event()))));
  }

  private void inTransaction(List<Event> events) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      Payments.pay(connection, Samples.NOTE);
      for (Event event : events) {
        semel.within(connection).publish(Samples.TENANT, event);
      }
      connection.commit();
    }
  }

  /** A command, without, then with. */
  public List<Variant> commands() {
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
    effect.publish(event());
    return Samples.RESULT;
  }

  private static Event event() {
    return Event.of(
        EventSample.AGGREGATE_TYPE,
        EventSample.account(),
        EventSample.TYPE,
        EventSample.payload(0));
  }
}
