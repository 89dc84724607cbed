package dev.semel.demo.page;

import com.microsoft.playwright.BrowserContext;
import dev.semel.demo.SharedBroker;
import dev.semel.demo.database.EmbeddedDatabase;
import dev.semel.demo.server.DemoServer;
import java.nio.file.Path;

/** The demo as {@code ./semel demo} starts it, and a browser beside it. */
final class RunningDemo implements AutoCloseable {
  private final EmbeddedDatabase database;
  private final DemoServer server;
  private final Chromium chromium;

  private RunningDemo(EmbeddedDatabase database, DemoServer server, Chromium chromium) {
    this.database = database;
    this.server = server;
    this.chromium = chromium;
  }

  static RunningDemo start(Path executable) {
    EmbeddedDatabase database = EmbeddedDatabase.start(null);
    try {
      DemoServer server = DemoServer.start(0, database, SharedBroker.withTopicOfItsOwn());
      return new RunningDemo(database, server, Chromium.start(executable));
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  CaseworkPage newPage() {
    String address = "http://127.0.0.1:" + server.port();
    BrowserContext window = chromium.browser().newContext();
    return new CaseworkPage(address, window, new DatabaseRows(database));
  }

  @Override
  public void close() {
    chromium.close();
    server.close();
    database.close();
  }
}
