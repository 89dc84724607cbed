package dev.semel.testing.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Optional;

/** Carries bytes one way, through a filter that may hold some back or have the connection cut. */
final class Pump {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final Socket source;
  private final Filter filter;
  private final Outlet outlet;
  private final ProxyConnection connection;

  Pump(Socket source, Filter filter, Outlet outlet, ProxyConnection connection) {
    this.source = source;
    this.filter = filter;
    this.outlet = outlet;
    this.connection = connection;
  }

  /** Looks at what travels one way. Used by one thread. */
  interface Filter {

    /**
     * Takes the next bytes and adds to {@code passed} what may go on now.
     *
     * @return the fault for which the connection is to be cut after that, if any
     */
    Optional<Fault> take(byte[] chunk, int length, ByteArrayOutputStream passed);

    /** The stream has ended: adds what was held back. */
    void end(ByteArrayOutputStream passed);
  }

  void run() {
    try {
      carry(source.getInputStream());
      connection.pumpEnded();
    } catch (IOException e) {
      connection.cut();
    } catch (RuntimeException | Error e) {
      // A watcher failed. Nobody is to wait for what it will never decide.
      connection.cut();
      throw e;
    } finally {
      filter.end(new ByteArrayOutputStream());
    }
  }

  private void carry(InputStream input) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    ByteArrayOutputStream passed = new ByteArrayOutputStream(CHUNK_BYTES);
    for (int length = input.read(chunk); length >= 0; length = input.read(chunk)) {
      Optional<Fault> cut = filter.take(chunk, length, passed);
      pass(passed);
      if (cut.isPresent()) {
        cut.get().fire(connection::cut);
        return;
      }
    }
    filter.end(passed);
    pass(passed);
    outlet.end();
  }

  private void pass(ByteArrayOutputStream passed) throws IOException {
    outlet.write(passed.toByteArray());
    passed.reset();
  }
}
