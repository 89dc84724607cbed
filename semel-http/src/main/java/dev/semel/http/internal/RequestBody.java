package dev.semel.http.internal;

import jakarta.servlet.http.HttpServletRequest;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The body of a request, read from the socket once: in memory up to a limit, beyond it in a file
 * that is deleted on close. It can be opened any number of times.
 *
 * <p>After reading it is immutable and safe for use by several threads.
 */
public final class RequestBody implements Closeable {
  private final BodyStore store;

  private RequestBody(BodyStore store) {
    this.store = store;
  }

  /**
   * Reads the body to its end. Whatever the client declares, no more than the limit is read.
   *
   * @param maxBytes of the whole body
   * @param memoryBytes up to which it stays in memory
   * @param spoolTo the directory for what does not
   * @throws BodyTooLargeException if it has more than {@code maxBytes}; nothing is left behind
   * @throws IllegalStateException if another part of the application has read it before
   */
  public static RequestBody read(
      HttpServletRequest request, long maxBytes, int memoryBytes, Path spoolTo) throws IOException {
    long declaredBytes = request.getContentLengthLong();
    if (declaredBytes > maxBytes) {
      throw new BodyTooLargeException(maxBytes);
    }
    BodyStore store =
        BodyReader.read(request.getInputStream(), declaredBytes, maxBytes, memoryBytes, spoolTo);
    try {
      refuseIfReadBefore(request, declaredBytes, store.length());
    } catch (IllegalStateException e) {
      store.close();
      throw e;
    }
    return of(store);
  }

  /**
   * An empty body where one was declared was taken by a filter in front, such as one that asks for
   * a parameter. Two different requests would then look the same.
   */
  private static void refuseIfReadBefore(
      HttpServletRequest request, long declaredBytes, long readBytes) {
    boolean undeclared = declaredBytes < 0;
    if (readBytes == 0 && (declaredBytes > 0 || (undeclared && ReadBefore.hasForm(request)))) {
      throw new IllegalStateException(
          "the request's body was read before the idempotency filter; put the filter in front of"
              + " whatever asks for parameters, parts or the body");
    }
  }

  /** A body that is in memory already. The array must not be changed afterwards. */
  public static RequestBody of(byte[] bytes) {
    return of(new BodyStore.InMemory(bytes));
  }

  static RequestBody of(BodyStore store) {
    return new RequestBody(store);
  }

  /** How many bytes it has. */
  public long length() {
    return store.length();
  }

  /** Whether it stayed in memory. */
  public boolean isInMemory() {
    return store instanceof BodyStore.InMemory;
  }

  /** The body from its beginning. Close it; what is left open is closed with the body. */
  public InputStream open() throws IOException {
    return open(0, length());
  }

  /** A piece of the body. */
  InputStream open(long offset, long length) throws IOException {
    return store.open(offset, length);
  }

  /**
   * The body in one piece, from the file if it is there. The array is shared and must not be
   * changed.
   */
  public byte[] bytes() throws IOException {
    return store.bytes();
  }

  /** Deletes the file, if there is one. The body cannot be opened after that. */
  @Override
  public void close() throws IOException {
    store.close();
  }
}
