package dev.semel.http.internal;

import jakarta.servlet.http.HttpServletRequest;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, read from the socket once: in memory up to a limit, beyond it in a file
 * that is deleted on close. It can be opened any number of times.
 *
 * <p>After reading it is immutable and safe for use by several threads.
 */
public final class RequestBody implements Closeable {
  private static final BodyStore EMPTY = new BodyStore.InMemory(new byte[0]);

  private final BodyStore store;
  private final @Nullable ParsedForm form;

  private RequestBody(BodyStore store, @Nullable ParsedForm form) {
    this.store = store;
    this.form = form;
  }

  /**
   * Reads the body to its end. Multipart forms are left to the container, within the limits of
   * their servlet. Whatever else the client declares, no more than the limit is read.
   *
   * @param maxBytes maximum size of a body that the container does not parse
   * @param memoryBytes maximum size of a body that stays in memory
   * @param spoolTo directory for larger bodies
   * @throws BodyTooLargeException if the body has more than {@code maxBytes}; nothing is left
   *     behind
   * @throws BodyConsumedException if another part of the application has read the body before
   */
  public static RequestBody read(
      HttpServletRequest request, long maxBytes, int memoryBytes, Path spoolTo) throws IOException {
    boolean isEmpty = request.getContentLengthLong() == 0;
    if (isEmpty || !MediaType.isMultipart(MediaType.of(request))) {
      return readUnparsed(request, maxBytes, memoryBytes, spoolTo);
    }
    ParsedForm form = ParsedForm.multipart(request);
    if (form instanceof ParsedForm.Multipart) {
      return new RequestBody(EMPTY, form);
    }
    try {
      return new RequestBody(store(request, maxBytes, memoryBytes, spoolTo), form);
    } catch (IOException e) {
      if (form.isUnconfigured()) {
        throw e;
      }
      // The handler learns from the container why the form is refused, as without the filter.
      return new RequestBody(EMPTY, form);
    }
  }

  private static RequestBody readUnparsed(
      HttpServletRequest request, long maxBytes, int memoryBytes, Path spoolTo) throws IOException {
    BodyStore store = store(request, maxBytes, memoryBytes, spoolTo);
    if (store.length() > 0 || request.getContentLengthLong() == 0) {
      return of(store);
    }
    // A declared length, or a form, without a body: something in front has read it.
    ParsedForm form = ParsedForm.fields(request);
    if (form == null && request.getContentLengthLong() > 0) {
      throw new BodyConsumedException();
    }
    return new RequestBody(store, form);
  }

  private static BodyStore store(
      HttpServletRequest request, long maxBytes, int memoryBytes, Path spoolTo) throws IOException {
    long declaredBytes = request.getContentLengthLong();
    if (declaredBytes > maxBytes) {
      throw new BodyTooLargeException(maxBytes);
    }
    return BodyReader.read(request.getInputStream(), declaredBytes, maxBytes, memoryBytes, spoolTo);
  }

  /** A body that is in memory already. The array must not be changed afterwards. */
  public static RequestBody of(byte[] bytes) {
    return of(new BodyStore.InMemory(bytes));
  }

  static RequestBody of(BodyStore store) {
    return new RequestBody(store, null);
  }

  /** Returns the form that the container has parsed; null if the body was read from the stream. */
  @Nullable ParsedForm form() {
    return form;
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
