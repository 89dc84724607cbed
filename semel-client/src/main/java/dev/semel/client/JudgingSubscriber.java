package dev.semel.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Holds the body of an error back until it is judged: at its end, or when more of it has come than
 * a problem document has. Then the body goes to the caller's subscriber, what was held back first
 * and at the pace that subscriber asks for, or it is dropped.
 *
 * <p>The JDK calls one method at a time, so there is nothing to lock.
 */
final class JudgingSubscriber<T> implements BodySubscriber<Received<T>> {
  static final int MAX_HELD_BYTES = 65_536;

  private final JudgingHandler<T> judging;
  private final ResponseInfo info;
  private final CompletableFuture<Received<T>> received = new CompletableFuture<>();
  private final List<ByteBuffer> held = new ArrayList<>();
  private long heldBytes;
  private Flow.@Nullable Subscription upstream;
  private @Nullable BodySubscriber<T> caller;

  JudgingSubscriber(JudgingHandler<T> judging, ResponseInfo info) {
    this.judging = judging;
    this.info = info;
  }

  @Override
  public CompletionStage<Received<T>> getBody() {
    return received;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    upstream = subscription;
    subscription.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (caller != null) {
      caller.onNext(buffers);
      return;
    }
    held.addAll(buffers);
    heldBytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    if (heldBytes > MAX_HELD_BYTES) {
      decide(false);
    } else {
      request(1);
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (caller != null) {
      caller.onError(failure);
    } else {
      received.completeExceptionally(failure);
    }
  }

  @Override
  public void onComplete() {
    if (caller != null) {
      caller.onComplete();
    } else if (!received.isDone()) {
      decide(true);
    }
  }

  private void decide(boolean complete) {
    Judgement judgement = judging.judge(info, complete ? problem() : Problem.NONE);
    if (judging.isAnswer(judgement)) {
      handOver(judgement, complete);
      return;
    }
    received.complete(Received.other(judgement, heldText()));
    if (!complete) {
      cancelUpstream();
    }
  }

  private Problem problem() {
    return Judge.mayNeedBody(info.statusCode(), info.headers())
        ? ProblemReader.read(heldText())
        : Problem.NONE;
  }

  private void handOver(Judgement judgement, boolean complete) {
    try {
      BodySubscriber<T> subscriber = judging.callersSubscriber(info);
      caller = subscriber;
      subscriber.getBody().whenComplete((body, failure) -> deliver(judgement, body, failure));
      Handover handover = new Handover(subscriber, complete);
      subscriber.onSubscribe(handover);
      handover.finishEmpty();
    } catch (RuntimeException e) {
      received.completeExceptionally(e);
      cancelUpstream();
    }
  }

  private void deliver(Judgement judgement, @Nullable T body, @Nullable Throwable failure) {
    if (failure != null) {
      received.completeExceptionally(failure);
    } else {
      received.complete(Received.answer(judgement, body));
    }
  }

  private String heldText() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ByteBuffer buffer : held) {
      ByteBuffer copy = buffer.duplicate();
      byte[] piece = new byte[Math.min(copy.remaining(), MAX_HELD_BYTES - bytes.size())];
      copy.get(piece);
      bytes.writeBytes(piece);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private void request(long n) {
    if (upstream != null) {
      upstream.request(n);
    }
  }

  private void cancelUpstream() {
    if (upstream != null) {
      upstream.cancel();
    }
  }

  /** What the caller's subscriber pulls at: first at what was held back, then at the connection. */
  private final class Handover implements Flow.Subscription {
    private final BodySubscriber<T> subscriber;
    private final boolean complete;
    private final AtomicBoolean handedOver = new AtomicBoolean();

    Handover(BodySubscriber<T> subscriber, boolean complete) {
      this.subscriber = subscriber;
      this.complete = complete;
    }

    @Override
    public void request(long n) {
      long rest = n;
      if (handedOver.compareAndSet(false, true)) {
        rest = n == Long.MAX_VALUE ? n : n - 1;
        deliverHeld();
      }
      if (!complete && rest > 0) {
        JudgingSubscriber.this.request(rest);
      }
    }

    /** There is nothing to ask for, so nobody need ask. */
    void finishEmpty() {
      if (held.isEmpty() && handedOver.compareAndSet(false, true)) {
        deliverHeld();
      }
    }

    private void deliverHeld() {
      if (!held.isEmpty()) {
        subscriber.onNext(List.copyOf(held));
      }
      if (complete) {
        subscriber.onComplete();
      }
    }

    @Override
    public void cancel() {
      handedOver.set(true);
      cancelUpstream();
    }
  }
}
