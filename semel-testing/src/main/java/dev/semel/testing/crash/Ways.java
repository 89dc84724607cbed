package dev.semel.testing.crash;

import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;

/**
 * The two ways to a database: one through a proxy that faults strike on, and one past it.
 *
 * @param brokenUrl the address that leads through the proxy
 */
record Ways(
    PostgresDatabase database,
    FaultProxy proxy,
    KeptConnections broken,
    String brokenUrl,
    KeptConnections healthy)
    implements AutoCloseable {

  static Ways to(PostgresDatabase database) {
    FaultProxy proxy = FaultProxy.to(database.host(), database.port());
    String url =
        "jdbc:postgresql://%s:%d/%s?user=%s"
            .formatted(proxy.host(), proxy.port(), database.name(), database.user());
    return new Ways(
        database, proxy, new KeptConnections(url), url, new KeptConnections(database.jdbcUrl()));
  }

  /** A trial at the node that faults strike. */
  Trial broken(String key, StepGate gate) {
    return new Trial(key, broken, brokenUrl, gate);
  }

  /** A trial at the other node. */
  Trial healthy(String key) {
    return new Trial(key, healthy, database.jdbcUrl(), StepGate.OPEN);
  }

  @Override
  public void close() {
    proxy.close();
    broken.close();
    healthy.close();
  }
}
