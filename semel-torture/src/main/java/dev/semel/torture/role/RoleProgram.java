package dev.semel.torture.role;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of the bank, by its role. It runs until it is told to stop, is killed, or whoever
 * started it is gone.
 */
public final class RoleProgram {
  /** What is printed when the role is at work. */
  public static final String READY = "ready";

  private static final Logger LOG = LoggerFactory.getLogger(RoleProgram.class);

  private RoleProgram() {}

  public static void main(String[] words) throws Exception {
    endWithParent();
    RoleSettings settings = RoleSettings.read(List.of(words));
    AutoCloseable role = start(settings);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(role), "stop"));
    System.out.println(READY);
    Thread.currentThread().join();
  }

  private static AutoCloseable start(RoleSettings settings) throws Exception {
    return switch (settings.role()) {
      case NODE -> NodeRole.start(settings);
      case RELAY -> RelayRole.start(settings);
      case CONSUMER -> ConsumerRole.start(settings);
      case JANITOR -> JanitorRole.start(settings);
    };
  }

  private static void close(AutoCloseable role) {
    try {
      role.close();
    } catch (Exception e) {
      LOG.warn("could not stop in order", e);
    }
  }

  /** The parent's end of the pipe closes when it dies, however it dies. */
  private static void endWithParent() {
    Thread watch = new Thread(RoleProgram::haltAtEndOfInput, "parent");
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
