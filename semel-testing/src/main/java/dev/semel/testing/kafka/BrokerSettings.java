package dev.semel.testing.kafka;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The properties of a cluster's brokers: small, quick to start, and never a topic that nobody asked
 * for.
 *
 * @param ports where clients connect, by node
 * @param controllerPorts where the nodes meet, by node
 */
record BrokerSettings(List<Integer> ports, List<Integer> controllerPorts) {
  static final String HOST = "127.0.0.1";

  String bootstrapServers() {
    return ports.stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
  }

  Map<String, String> of(int node, Path folder, Map<String, String> own) {
    Map<String, String> settings = new HashMap<>(addresses(node));
    settings.putAll(replication());
    settings.putAll(smallness());
    settings.put("log.dirs", folder.toString());
    settings.putAll(own);
    return settings;
  }

  private Map<String, String> addresses(int node) {
    return Map.of(
        "process.roles",
        "broker,controller",
        "node.id",
        Integer.toString(node),
        "listeners",
        "CLIENTS://%s:%d,CONTROLLER://%s:%d"
            .formatted(HOST, ports.get(node), HOST, controllerPorts.get(node)),
        "advertised.listeners",
        "CLIENTS://%s:%d".formatted(HOST, ports.get(node)),
        "listener.security.protocol.map",
        "CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "inter.broker.listener.name",
        "CLIENTS",
        "controller.listener.names",
        "CONTROLLER",
        "controller.quorum.voters",
        voters());
  }

  private String voters() {
    return IntStream.range(0, controllerPorts.size())
        .mapToObj(node -> "%d@%s:%d".formatted(node, HOST, controllerPorts.get(node)))
        .collect(Collectors.joining(","));
  }

  /** With three brokers, one may be lost and everything goes on. */
  private Map<String, String> replication() {
    String copies = Integer.toString(ports.size());
    String needed = ports.size() == 1 ? "1" : "2";
    return Map.of(
        "default.replication.factor",
        copies,
        "min.insync.replicas",
        needed,
        "offsets.topic.replication.factor",
        copies,
        "transaction.state.log.replication.factor",
        copies,
        "transaction.state.log.min.isr",
        needed,
        "share.coordinator.state.topic.replication.factor",
        copies,
        "share.coordinator.state.topic.min.isr",
        needed);
  }

  private static Map<String, String> smallness() {
    Map<String, String> settings = new HashMap<>();
    settings.put("auto.create.topics.enable", "false");
    settings.put("offsets.topic.num.partitions", "3");
    settings.put("transaction.state.log.num.partitions", "3");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "2");
    settings.put("log.cleaner.dedupe.buffer.size", "2097152");
    settings.put("log.index.size.max.bytes", "1048576");
    // A broker that is killed, or a transaction that nobody ends, is missed sooner than by default.
    settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    settings.put("broker.heartbeat.interval.ms", "500");
    settings.put("broker.session.timeout.ms", "5000");
    settings.put("replica.lag.time.max.ms", "5000");
    return settings;
  }
}
