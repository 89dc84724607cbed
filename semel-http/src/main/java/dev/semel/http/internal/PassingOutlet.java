package dev.semel.http.internal;

import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a response back as long as it could still be kept, so that its outcome is recorded before
 * the client sees it. What is too large to be kept, and what is a stream by its nature, is passed
 * on at once. For one thread at a time.
 */
final class PassingOutlet implements Outlet {
  private static final Logger LOG = LoggerFactory.getLogger(PassingOutlet.class);

  private final CapturedBody body;
  private final long keepBytes;
  private final Client client;
  private long length;
  private boolean open;
  private boolean gone;
  private OutputStream out = OutputStream.nullOutputStream();

  /** Who waits for the response. */
  interface Client {
    /** Whether the response is one that has no end to wait for. */
    boolean wantsStream();

    /** Sends the status and the headers, and gives the stream for the body. */
    OutputStream begin() throws IOException;

    void flush() throws IOException;
  }

  PassingOutlet(CapturedBody body, long keepBytes, Client client) {
    this.body = body;
    this.keepBytes = keepBytes;
    this.client = client;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    length += count;
    if (!open && (length > keepBytes || client.wantsStream())) {
      open();
    }
    if (open) {
      passOn(() -> out.write(bytes, offset, count));
    }
    keep(bytes, offset, count);
  }

  private void keep(byte[] bytes, int offset, int count) throws IOException {
    if (length <= keepBytes) {
      body.write(bytes, offset, count);
    } else {
      body.clear();
    }
  }

  private void open() throws IOException {
    open = true;
    passOn(
        () -> {
          out = client.begin();
          body.writeTo(out);
        });
  }

  @Override
  public void flush() throws IOException {
    if (!open && client.wantsStream()) {
      open();
    }
    if (open) {
      passOn(client::flush);
    }
  }

  private interface Sending {
    void run() throws IOException;
  }

  /**
   * A client that left must not make a handler fail whose work is done. One that streams must learn
   * of it, or it would go on for ever.
   */
  private void passOn(Sending sending) throws IOException {
    if (gone) {
      return;
    }
    try {
      sending.run();
    } catch (IOException e) {
      gone = true;
      if (client.wantsStream()) {
        throw e;
      }
      LOG.debug("the client left while its response was sent; the outcome is recorded", e);
    }
  }

  @Override
  public void clear() {
    body.clear();
    length = 0;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public long length() {
    return length;
  }
}
