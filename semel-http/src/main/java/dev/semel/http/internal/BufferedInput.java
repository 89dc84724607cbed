package dev.semel.http.internal;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A buffered body as a servlet reads it. All of it is there, so it never blocks: a listener is told
 * once that there is data and once that there is no more, on a thread of the container.
 *
 * <p>For one reader, as every request's stream. A listener may read on another thread than the one
 * that tells it: either that thread then sees the end, or the reader sees that it was told.
 */
final class BufferedInput extends ServletInputStream {
  private final InputStream in;
  private final Supplier<AsyncContext> asyncContext;
  private final AtomicLong remaining;
  private final AtomicBoolean endTold = new AtomicBoolean();
  private volatile @Nullable ReadListener listener;
  private volatile boolean telling;

  BufferedInput(RequestBody body, Supplier<AsyncContext> asyncContext) throws IOException {
    this.in = body.open();
    this.remaining = new AtomicLong(body.length());
    this.asyncContext = asyncContext;
  }

  @Override
  public int read() throws IOException {
    int octet = in.read();
    remaining.addAndGet(octet < 0 ? 0 : -1);
    return octet;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    int read = in.read(target, offset, count);
    remaining.addAndGet(-Math.max(read, 0));
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = in.skip(count);
    remaining.addAndGet(-skipped);
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public boolean isFinished() {
    return remaining.get() == 0;
  }

  /**
   * A listener that reads on after it was told, elsewhere, is told the end when it asks for more.
   */
  @Override
  public boolean isReady() {
    ReadListener told = listener;
    if (isFinished() && told != null && !telling && mayTellEnd()) {
      asyncContext.get().start(() -> tellEnd(told));
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
    if (isFinished() && mayTellEnd()) {
      tellEnd(told);
    }
  }

  /** True once, for whoever asks first. */
  private boolean mayTellEnd() {
    return endTold.compareAndSet(false, true);
  }

  private static void tellEnd(ReadListener told) {
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
