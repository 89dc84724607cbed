package dev.semel.testing.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * What a node is started with. Immutable.
 *
 * @param id of the node
 * @param clusterId the same for all nodes; counts when the folder is new
 * @param folder where its data lies
 * @param settings the broker's properties
 */
record BrokerNode(int id, String clusterId, Path folder, Map<String, String> settings) {
  private static final String CONTROLLER_LISTENER = "CONTROLLER";

  BrokerNode {
    settings = Map.copyOf(settings);
  }

  /** A server that is set up and not started. */
  KafkaRaftServer server() {
    formatIfNew();
    Properties properties = new Properties();
    properties.putAll(settings);
    return new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
  }

  /** Gives a new folder its identity; one that has it keeps it. */
  private void formatIfNew() {
    Folders.made(folder);
    if (Files.exists(folder.resolve("meta.properties"))) {
      return;
    }
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      formatter(nowhere).run();
    } catch (Exception e) {
      throw new KafkaClusterException("cannot format the data folder " + folder, e);
    }
  }

  private Formatter formatter(PrintStream output) {
    return new Formatter()
        .setPrintStream(output)
        .setNodeId(id)
        .setClusterId(clusterId)
        .setDirectories(List.of(folder.toString()))
        .setMetadataLogDirectory(folder.toString())
        .setControllerListenerName(CONTROLLER_LISTENER)
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setIgnoreFormatted(false);
  }

  /** Writes it into a file, for a JVM of its own. */
  void writeTo(Path file) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    properties.setProperty("semel.cluster.id", clusterId);
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
  }

  static BrokerNode readFrom(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    String clusterId = properties.getProperty("semel.cluster.id", "");
    properties.remove("semel.cluster.id");
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(n -> settings.put(n, properties.getProperty(n)));
    int id = Integer.parseInt(properties.getProperty("node.id"));
    return new BrokerNode(id, clusterId, Path.of(properties.getProperty("log.dirs")), settings);
  }
}
