package dev.semel.client;

import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends intents, and retries them safely: every attempt at an intent carries the same key, so that
 * a server that honours it does what is asked at most once, however often it is asked.
 *
 * <p>Guarantee: no attempt is made with another key, under another method or at another address
 * than the intent's, none after the server may have forgotten the key, and an outcome is called
 * failed only if nothing can have happened. Attempts of one call come one after the other. Safe for
 * use by many threads; immutable.
 */
public final class SemelClient {
  private final ClientParts parts;

  private SemelClient(ClientParts parts) {
    this.parts = parts;
  }

  /** A client with standard settings and an HTTP client of its own. */
  public static SemelClient standard() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Sends an intent and waits for how it ends. An interruption ends the call at once, with what is
   * known by then, and leaves the thread interrupted.
   *
   * @throws IllegalArgumentException if the key does not fit into the header, or a header is
   *     refused; nothing was sent then
   */
  public <T> ClientOutcome<T> send(ClientIntent intent, BodyHandler<T> handler) {
    return send(new RememberedIntent(intent), handler);
  }

  /**
   * Sends an intent whose attempts are kept, for the first time or again, and waits for how it
   * ends.
   *
   * @throws SemelClientException if the attempt could not be written down; nothing was sent then
   * @throws IllegalStateException if the decorator does not supply a header that was not kept
   */
  public <T> ClientOutcome<T> send(KeptIntent kept, BodyHandler<T> handler) {
    Flight<T> flight = new Flight<>(parts, kept, handler);
    if (Thread.currentThread().isInterrupted()) {
      return flight.stop(StopReason.INTERRUPTED);
    }
    try {
      return flight.start().get();
    } catch (InterruptedException e) {
      ClientOutcome<T> known = flight.stop(StopReason.INTERRUPTED);
      Thread.currentThread().interrupt();
      return known;
    } catch (ExecutionException e) {
      throw new SemelClientException("the call broke off; its outcome is unknown", e.getCause());
    }
  }

  /**
   * Sends an intent without waiting. No thread waits between attempts. Cancelling the future ends
   * the call; then the outcome is not known. Throws what {@link #send(ClientIntent, BodyHandler)}
   * throws, at once.
   */
  public <T> CompletableFuture<ClientOutcome<T>> sendAsync(
      ClientIntent intent, BodyHandler<T> handler) {
    return sendAsync(new RememberedIntent(intent), handler);
  }

  /** Sends an intent whose attempts are kept, without waiting. The first is kept on return. */
  public <T> CompletableFuture<ClientOutcome<T>> sendAsync(
      KeptIntent kept, BodyHandler<T> handler) {
    return new Flight<>(parts, kept, handler).start();
  }

  /** An intent that is kept in memory alone, by itself. */
  private record RememberedIntent(ClientIntent intent) implements KeptIntent {
    @Override
    public @Nullable Instant firstAttemptAt() {
      return intent.attempts().firstAttemptAt();
    }

    @Override
    public @Nullable Instant expiresAt() {
      return intent.attempts().expiresAt();
    }

    @Override
    public int attemptStarts(Instant at) {
      return intent.attempts().starts(at);
    }

    @Override
    public void attemptDidNothing(int attempt) {
      intent.attempts().didNothing(attempt);
    }

    @Override
    public void expires(Instant at) {
      intent.attempts().expires(at);
    }
  }

  /** Collects settings. For one thread. */
  public static final class Builder {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private @Nullable HttpClient http;
    private KeyHeader keyHeader = KeyHeader.standard();
    private RetrySettings retries = RetrySettings.standard();
    private RetentionSettings retention = RetentionSettings.standard();
    private AnswerHeaders answerHeaders = AnswerHeaders.standard();
    private RequestDecorator decorator = RequestDecorator.none();
    private ClientListener listener = ClientListener.none();
    private Timing timing = Timing.system();

    private Builder() {}

    /**
     * The HTTP client to send with; it stays the caller's to close. Without one, a client is made
     * that gives up connecting after five seconds.
     */
    public Builder httpClient(HttpClient client) {
      this.http = client;
      return this;
    }

    public Builder keyHeader(KeyHeader header) {
      this.keyHeader = header;
      return this;
    }

    public Builder retrying(RetrySettings settings) {
      this.retries = settings;
      return this;
    }

    public Builder retention(RetentionSettings settings) {
      this.retention = settings;
      return this;
    }

    public Builder answerHeaders(AnswerHeaders headers) {
      this.answerHeaders = headers;
      return this;
    }

    public Builder decorator(RequestDecorator supplier) {
      this.decorator = supplier;
      return this;
    }

    public Builder listener(ClientListener told) {
      this.listener = told;
      return this;
    }

    Builder timing(Timing given) {
      this.timing = given;
      return this;
    }

    /**
     * The client.
     *
     * @throws IllegalArgumentException if the HTTP client follows redirects, or the settings
     *     contradict each other
     */
    public SemelClient build() {
      HttpClient client = http == null ? newHttpClient() : http;
      return new SemelClient(
          new ClientParts(
              client, keyHeader, retries, retention, answerHeaders, decorator, listener, timing));
    }

    private static HttpClient newHttpClient() {
      return HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
    }
  }
}
