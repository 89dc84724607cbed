package dev.semel.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads a body into memory, up to a limit. */
final class BodyBytes implements Flow.Subscriber<ByteBuffer> {
  private static final Duration LONGEST_READ = Duration.ofMinutes(1);

  private final int maxBytes;
  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  private BodyBytes(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  static byte[] read(BodyPublisher publisher, int maxBytes) {
    BodyBytes reader = new BodyBytes(maxBytes);
    publisher.subscribe(reader);
    try {
      return reader.whole.orTimeout(LONGEST_READ.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IllegalArgumentException tooLarge) {
        throw tooLarge;
      }
      throw new SemelClientException("the body could not be read", e.getCause());
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(ByteBuffer buffer) {
    if (buffer.remaining() > maxBytes - collected.size()) {
      refuse();
    } else if (!whole.isDone()) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      collected.writeBytes(bytes);
    }
  }

  private void refuse() {
    if (subscription != null) {
      subscription.cancel();
    }
    whole.completeExceptionally(
        new IllegalArgumentException(
            "the body is larger than %d bytes; raise the limit or send less".formatted(maxBytes)));
  }

  @Override
  public void onError(Throwable failure) {
    whole.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    whole.complete(collected.toByteArray());
  }
}
