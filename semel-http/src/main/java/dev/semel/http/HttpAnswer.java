package dev.semel.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A response that is told from memory rather than by a handler: what a recovery probe gives for
 * work it found done. Immutable.
 *
 * <pre>{@code
 * HttpAnswer.of(201).header("Location", "/fees/17").body("application/json", json);
 * }</pre>
 */
public final class HttpAnswer {
  private static final int MIN_STATUS = 200;
  private static final int MAX_STATUS = 599;

  private final int status;
  private final List<Header> headers;
  private final byte[] body;

  /** One line of the header section. */
  public record Header(String name, String value) {
    public Header {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(value, "value");
    }
  }

  private HttpAnswer(int status, List<Header> headers, byte[] body) {
    if (status < MIN_STATUS || status > MAX_STATUS) {
      throw new IllegalArgumentException(
          "status is %d; give %d to %d".formatted(status, MIN_STATUS, MAX_STATUS));
    }
    this.status = status;
    this.headers = List.copyOf(headers);
    this.body = body;
  }

  /** A response with neither headers nor body. */
  public static HttpAnswer of(int status) {
    return new HttpAnswer(status, List.of(), new byte[0]);
  }

  /** The same with one more line in its header section. */
  public HttpAnswer header(String name, String value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new HttpAnswer(status, more, body);
  }

  /** The same with another body. */
  public HttpAnswer body(String contentType, byte[] bytes) {
    return new HttpAnswer(status, headers, bytes.clone()).header("Content-Type", contentType);
  }

  public int status() {
    return status;
  }

  public List<Header> headers() {
    return headers;
  }

  public byte[] body() {
    return body.clone();
  }
}
