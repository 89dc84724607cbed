package dev.semel.debezium;

import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.SinkBatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A node in a process of its own, which a test kills. Its arguments: host, port, database, user.
 */
final class MortalNode {
  private MortalNode() {}

  public static void main(String[] arguments) throws InterruptedException {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setServerNames(new String[] {arguments[0]});
    dataSource.setPortNumbers(new int[] {Integer.parseInt(arguments[1])});
    dataSource.setDatabaseName(arguments[2]);
    dataSource.setUser(arguments[3]);
    DirectConnection connection =
        DirectConnection.to(
            arguments[0], Integer.parseInt(arguments[1]), arguments[2], arguments[3], "any");
    Relay relay =
        Relay.builder(
                DebeziumRelays.builder(dataSource, connection)
                    .settings(StreamSettings.standard().heartbeat(Duration.ofMillis(50)))
                    .build(),
                StreamSupport.RELAY,
                batch -> record(dataSource, batch))
            .node("mortal")
            .settings(DebeziumRelays.settings().lease(Duration.ofSeconds(1)))
            .build();
    relay.start();
    new CountDownLatch(1).await();
  }

  private static void record(PGSimpleDataSource dataSource, SinkBatch batch) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO arrival (node, event, aggregate, version, replay) VALUES ('mortal', ?,"
                    + " ?, ?, false)")) {
      for (Delivery delivery : batch.deliveries()) {
        RelayedEvent event = delivery.event();
        insert.setObject(1, event.id());
        insert.setString(2, event.aggregateId());
        insert.setObject(3, event.aggregateVersion());
        insert.executeUpdate();
        delivery.published();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
