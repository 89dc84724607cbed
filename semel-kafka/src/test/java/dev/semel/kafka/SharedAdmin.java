package dev.semel.kafka;

import dev.semel.testing.kafka.KafkaCluster;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;

/** Admin clients for tests that ask a broker again and again: one per cluster, never closed. */
public final class SharedAdmin {
  private static final Map<String, Admin> CLIENTS = new ConcurrentHashMap<>();

  private SharedAdmin() {}

  /** Returns the client of a cluster. Do not close it. */
  public static Admin of(KafkaCluster cluster) {
    return CLIENTS.computeIfAbsent(
        cluster.bootstrapServers(), servers -> Admin.create(Map.of("bootstrap.servers", servers)));
  }
}
