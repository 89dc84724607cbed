package dev.semel.testing.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.server.KafkaRaftServer;

/** Runs one broker until it is told to stop, or until whoever started it is gone. */
final class BrokerProgram {
  private BrokerProgram() {}

  /**
   * Starts the broker and waits for its end.
   *
   * @param arguments the file with the settings, and the file to make when requests are taken
   */
  public static void main(String[] arguments) throws IOException {
    KafkaRaftServer server = BrokerNode.readFrom(Path.of(arguments[0])).server();
    endWithParent();
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "stop"));
    server.startup();
    Files.createFile(Path.of(arguments[1]));
    server.awaitShutdown();
  }

  /** The parent's end of the pipe closes when it dies, however it dies. */
  private static void endWithParent() {
    Thread watch = new Thread(BrokerProgram::haltAtEndOfInput, "parent");
    watch.setDaemon(true);
    watch.start();
  }

  private static void haltAtEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // As good as the end of it.
    }
    Runtime.getRuntime().halt(1);
  }
}
