package dev.semel.testing.postgres;

import java.io.IOException;

/**
 * What a child JVM runs: asks for the shared server, of its build or of itself alone, and waits.
 */
final class AskForSharedServer {

  static final String OF_THE_BUILD = "build";
  static final String OF_ITSELF = "itself";

  private AskForSharedServer() {}

  public static void main(String[] arguments) throws IOException {
    int port = arguments[0].equals(OF_THE_BUILD) ? ofTheBuild() : ofItself();
    System.out.println("port " + port);
    int ended = System.in.read();
    System.exit(ended);
  }

  private static int ofTheBuild() {
    return PostgresServer.shared().port();
  }

  private static int ofItself() {
    return SharedServer.watching(WatchedProcess.of(ProcessHandle.current())).note().port();
  }
}
