package dev.semel.http.internal;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A buffered body as a servlet reads it. All of it is there, so it never blocks: a listener is told
 * once that there is data and once that there is no more, on a thread of the container.
 *
 * <p>For one reader, as every request's stream.
 */
final class BufferedInput extends ServletInputStream {
  private final InputStream in;
  private final Supplier<AsyncContext> asyncContext;
  private final AtomicBoolean endTold = new AtomicBoolean();
  private long remaining;
  private volatile @Nullable ReadListener listener;
  private volatile boolean telling;

  BufferedInput(RequestBody body, Supplier<AsyncContext> asyncContext) throws IOException {
    this.in = body.open();
    this.remaining = body.length();
    this.asyncContext = asyncContext;
  }

  @Override
  public int read() throws IOException {
    int octet = in.read();
    remaining -= octet < 0 ? 0 : 1;
    return octet;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    int read = in.read(target, offset, count);
    remaining -= Math.max(read, 0);
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = in.skip(count);
    remaining -= skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public boolean isFinished() {
    return remaining == 0;
  }

  /**
   * A listener that reads on after it was told, elsewhere, is told the end when it asks for more.
   */
  @Override
  public boolean isReady() {
    if (isFinished() && listener != null && !telling) {
      asyncContext.get().start(this::tellEnd);
    }
    return !isFinished();
  }

  @Override
  public void setReadListener(ReadListener newListener) {
    if (listener != null) {
      throw new IllegalStateException("the request's body has a listener already");
    }
    // Throws if the request is not asynchronous, as it has to.
    AsyncContext context = asyncContext.get();
    listener = Objects.requireNonNull(newListener, "listener");
    telling = true;
    context.start(() -> tell(newListener));
  }

  private void tell(ReadListener told) {
    try {
      if (!isFinished()) {
        told.onDataAvailable();
      }
    } catch (IOException | RuntimeException e) {
      endTold.set(true);
      told.onError(e);
    } finally {
      telling = false;
    }
    if (isFinished()) {
      tellEnd();
    }
  }

  private void tellEnd() {
    ReadListener told = listener;
    if (told == null || !endTold.compareAndSet(false, true)) {
      return;
    }
    try {
      told.onAllDataRead();
    } catch (IOException | RuntimeException e) {
      told.onError(e);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
