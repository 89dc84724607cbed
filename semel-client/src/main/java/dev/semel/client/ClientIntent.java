package dev.semel.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants done once: a request and the key that names it. Made before sending; sent as
 * often as need be, by one call or by many, always with the same key. What it asks for never
 * changes. It remembers when it was first attempted, so that a later call counts from there. Safe
 * for use by many threads.
 */
public final class ClientIntent {
  private static final int SHORT_DIGEST_CHARACTERS = 12;

  private final String method;
  private final URI uri;
  private final List<Header> headers;
  private final Set<String> withheldHeaders;
  private final String key;
  private final boolean keyGiven;
  private final RequestBody body;
  private final AttemptMemory attempts;
  private final BodyMemory bodyMemory = new BodyMemory();

  private ClientIntent(Builder builder) {
    this.method = builder.method;
    this.uri = builder.uri;
    this.headers = List.copyOf(builder.headers);
    this.withheldHeaders = Set.copyOf(builder.withheldHeaders);
    this.keyGiven = builder.key != null;
    this.key = builder.key == null ? Keys.generate() : builder.key;
    this.body = builder.body;
    this.attempts = new AttemptMemory(builder.attemptedBefore);
  }

  /** A header; of the same name there may be several. */
  public record Header(String name, String value) {
    /** The name alone: the value may be secret. */
    @Override
    public String toString() {
      return name;
    }
  }

  public static Builder post(URI uri) {
    return new Builder("POST", uri);
  }

  public static Builder patch(URI uri) {
    return new Builder("PATCH", uri);
  }

  public static Builder put(URI uri) {
    return new Builder("PUT", uri);
  }

  public static Builder delete(URI uri) {
    return new Builder("DELETE", uri);
  }

  public static Builder get(URI uri) {
    return new Builder("GET", uri);
  }

  /**
   * An intent of any method.
   *
   * @param method case matters, as it does in HTTP
   */
  public static Builder of(String method, URI uri) {
    return new Builder(method, uri);
  }

  public String key() {
    return key;
  }

  /** Whether the caller gave the key. A key that was generated is not sent with safe methods. */
  public boolean keyGiven() {
    return keyGiven;
  }

  public String method() {
    return method;
  }

  public URI uri() {
    return uri;
  }

  /** Whether its method asks for no change, so that it can be repeated without a key. */
  public boolean isSafe() {
    return KeyHeader.SAFE.contains(method);
  }

  /** In the order in which they were given. */
  public List<Header> headers() {
    return headers;
  }

  /** Names of headers without which it is not sent, and that the decorator has to supply. */
  public Set<String> withheldHeaders() {
    return withheldHeaders;
  }

  /** When the first attempt started that may have reached the server; null if there was none. */
  public @Nullable Instant firstAttemptAt() {
    return attempts.firstAttemptAt();
  }

  /**
   * The body, read into memory.
   *
   * @throws IllegalArgumentException if it is larger
   */
  public byte[] bodyBytes(int maxBytes) {
    return BodyBytes.read(body.publisher(), maxBytes);
  }

  /** Of method, address and key, which together name the intent: 64 characters. */
  public String digest() {
    return Digests.digest(method, uri.toString(), key);
  }

  /** Names the intent in messages and log lines, without giving its key away. */
  public String shortDigest() {
    return digest().substring(0, SHORT_DIGEST_CHARACTERS);
  }

  /** Without query, headers, key and body, which may be secret. */
  @Override
  public String toString() {
    return "intent %s: %s %s://%s%s"
        .formatted(shortDigest(), method, uri.getScheme(), uri.getRawAuthority(), uri.getRawPath());
  }

  AttemptMemory attempts() {
    return attempts;
  }

  boolean hasBody() {
    return !(body instanceof RequestBody.None);
  }

  WatchedBody watchedBody() {
    return new WatchedBody(body.publisher(), body.isConstant() ? null : bodyMemory);
  }

  /** Collects what an intent is made of. For one thread. Each intent it makes is another one. */
  public static final class Builder {
    private static final int MAX_HEADERS = 100;
    private static final int MAX_HEADER_CHARACTERS = 65_536;

    private final String method;
    private final URI uri;
    private final List<Header> headers = new ArrayList<>();
    private final Set<String> withheldHeaders = new TreeSet<>();
    private @Nullable String key;
    private RequestBody body = new RequestBody.None();
    private @Nullable Instant attemptedBefore;

    private Builder(String method, URI uri) {
      this.method = Limits.token("the method", method);
      this.uri = checked(uri);
    }

    private static URI checked(URI uri) {
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (!scheme.equals("http") && !scheme.equals("https")) {
        throw new IllegalArgumentException("the address must begin with http:// or https://");
      }
      if (uri.getHost() == null) {
        throw new IllegalArgumentException("the address has no host");
      }
      if (uri.getRawUserInfo() != null) {
        throw new IllegalArgumentException(
            "the address has a user or password in it; give credentials as a header, best by a decorator");
      }
      return uri;
    }

    /**
     * The key, in place of a generated one: 1 to 255 characters of printable ASCII. It must name
     * the command, not the try, and no other command.
     */
    public Builder key(String given) {
      this.key = Keys.checked(given);
      return this;
    }

    /** Adds a header. For credentials, which may have to be renewed, better use a decorator. */
    public Builder header(String name, String value) {
      headers.add(new Header(Limits.token("the name of a header", name), value));
      return this;
    }

    /** Demands that the decorator supplies this header on every attempt. */
    public Builder withheldHeader(String name) {
      withheldHeaders.add(Limits.token("the name of a header", name).toLowerCase(Locale.ROOT));
      return this;
    }

    public Builder body(byte[] bytes) {
      this.body = RequestBody.Bytes.of(bytes);
      return this;
    }

    /** Text, in UTF-8. */
    public Builder body(String text) {
      this.body = RequestBody.Bytes.of(text.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    /** A file, read anew by every attempt. Nobody may change it before the call has ended. */
    public Builder body(Path file) {
      this.body = new RequestBody.File(file);
      return this;
    }

    /**
     * A publisher that is made anew for every attempt, with the same bytes. One that gives other
     * bytes than before is cut off.
     *
     * @throws IllegalArgumentException if the supplier gives the same publisher twice
     */
    public Builder body(Supplier<? extends BodyPublisher> publishers) {
      this.body = RequestBody.Supplied.of(publishers);
      return this;
    }

    /**
     * The intent was attempted before, in a process that is no more, and the attempt may have
     * reached the server. Needs the key of that time.
     */
    public Builder attemptedBefore(Instant firstAttemptAt) {
      this.attemptedBefore = firstAttemptAt;
      return this;
    }

    /** The intent; its key is fixed from here on. */
    public ClientIntent build() {
      refuseForgottenKey();
      refuseUnsendable();
      return new ClientIntent(this);
    }

    private void refuseForgottenKey() {
      if (attemptedBefore != null && key == null) {
        throw new IllegalArgumentException(
            "an intent that was attempted before needs the key of that time; a new key would be a new command");
      }
    }

    /** The JDK knows which headers it refuses; better now than between two attempts. */
    private void refuseUnsendable() {
      if (headers.size() > MAX_HEADERS) {
        throw new IllegalArgumentException(
            "%d headers; at most %d are allowed".formatted(headers.size(), MAX_HEADERS));
      }
      int characters = headers.stream().mapToInt(h -> h.name().length() + h.value().length()).sum();
      if (characters > MAX_HEADER_CHARACTERS) {
        throw new IllegalArgumentException(
            "the headers have %d characters; at most %d are allowed"
                .formatted(characters, MAX_HEADER_CHARACTERS));
      }
      HttpRequest.Builder trial = HttpRequest.newBuilder(uri);
      trial.method(method, BodyPublishers.noBody());
      headers.forEach(header -> trial.header(header.name(), header.value()));
    }
  }
}
