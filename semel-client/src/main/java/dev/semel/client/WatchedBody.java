package dev.semel.client;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The body of one attempt. Knows whether the JDK has begun to read it, which it does once there is
 * a connection, and so whether any of it can have left.
 */
final class WatchedBody implements BodyPublisher {
  private final BodyPublisher publisher;
  private final @Nullable BodyMemory memory;
  private volatile boolean subscribed;
  private volatile boolean refused;

  /**
   * The body of an attempt.
   *
   * @param memory to compare it with; null if there is no need
   */
  WatchedBody(BodyPublisher publisher, @Nullable BodyMemory memory) {
    this.publisher = publisher;
    this.memory = memory;
    if (memory != null) {
      memory.refuseOtherLength(publisher.contentLength());
    }
  }

  /** Whether some of it may have left this machine. */
  boolean isSubscribed() {
    return subscribed;
  }

  /** Whether it turned out to be another than before, and was cut off before its end. */
  boolean isRefused() {
    return refused;
  }

  @Override
  public long contentLength() {
    return publisher.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    subscribed = true;
    publisher.subscribe(memory == null ? subscriber : new Comparing(subscriber, memory));
  }

  /**
   * Passes everything on but the end of a body that is another. Without its end it is no request:
   * the server waits for more, or sees that it was cut. The end is the last byte where the length
   * is known, and the completion where it is not.
   */
  private final class Comparing implements Flow.Subscriber<ByteBuffer> {
    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private final BodyMemory memory;
    private final long length = contentLength();
    private final CRC32C checksum = new CRC32C();
    private Flow.@Nullable Subscription subscription;
    private long bytes;

    Comparing(Flow.Subscriber<? super ByteBuffer> subscriber, BodyMemory memory) {
      this.subscriber = subscriber;
      this.memory = memory;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      subscriber.onSubscribe(given);
    }

    @Override
    public void onNext(ByteBuffer buffer) {
      bytes += buffer.remaining();
      checksum.update(buffer.duplicate());
      if (bytes == length && !isSame()) {
        refuse();
      } else if (!refused) {
        subscriber.onNext(buffer);
      }
    }

    @Override
    public void onError(Throwable failure) {
      if (!refused) {
        subscriber.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (!refused && length < 0 && !isSame()) {
        refuse();
      } else if (!refused) {
        subscriber.onComplete();
      }
    }

    private boolean isSame() {
      return memory.isSame(new BodyMemory.Print(bytes, checksum.getValue()));
    }

    private void refuse() {
      refused = true;
      if (subscription != null) {
        subscription.cancel();
      }
      subscriber.onError(
          new IOException("the body differs from before", BodyMemory.notRepeatable()));
    }
  }
}
