package dev.semel.demo.server;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.broker.EmbeddedBroker;
import dev.semel.demo.database.Database;
import dev.semel.demo.database.EmbeddedDatabase;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** What the service works on: a PostgreSQL and a Kafka. */
record Backends(Database database, Broker broker) implements AutoCloseable {
  /**
   * Starts both, side by side.
   *
   * @param say tells what is going on
   * @throws dev.semel.demo.database.NoDatabaseException that says why there is no database
   * @throws dev.semel.demo.broker.NoBrokerException that says why there is no broker
   */
  static Backends start(DemoOptions options, Consumer<String> say) {
    say.accept(words(options));
    // The log is set up by whoever asks first, and complains if two do so at once.
    LoggerFactory.getILoggerFactory();
    CompletableFuture<Broker> broker = new CompletableFuture<>();
    Thread starting = new Thread(() -> complete(broker, options), "start-kafka");
    starting.setDaemon(true);
    starting.start();
    try {
      Database database = database(options);
      return new Backends(database, startedBeside(database, broker));
    } catch (RuntimeException e) {
      // The database's reason is the one to tell; Kafka ends with the program.
      var unused = broker.thenAccept(Broker::close);
      throw e;
    }
  }

  private static void complete(CompletableFuture<Broker> broker, DemoOptions options) {
    try {
      broker.complete(EmbeddedBroker.start(options.data()));
    } catch (RuntimeException e) {
      broker.completeExceptionally(e);
    }
  }

  private static Broker startedBeside(Database database, CompletableFuture<Broker> broker) {
    try {
      return broker.join();
    } catch (CompletionException e) {
      database.close();
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private static Database database(DemoOptions options) {
    if (options.external() != null) {
      options.external().check();
      return options.external();
    }
    return EmbeddedDatabase.start(options.data());
  }

  private static String words(DemoOptions options) {
    String place = options.data() == null ? "a temporary folder" : options.data().toString();
    return options.external() == null
        ? "starting PostgreSQL and Kafka in " + place
        : "looking for your PostgreSQL, and starting Kafka in a temporary folder";
  }

  @Override
  public void close() {
    broker.close();
    database.close();
  }
}
