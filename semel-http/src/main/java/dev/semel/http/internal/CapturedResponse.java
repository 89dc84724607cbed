package dev.semel.http.internal;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The response as a handler sees it. Status, headers, cookies and body are captured and reach the
 * real response when {@link #send} is called; a flush sends nothing before that.
 *
 * <p>For one thread at a time, like every response.
 */
final class CapturedResponse extends HeadCapture implements Closeable {
  /** For {@link Terms}: whatever its size, nothing is sent before {@link #send}. */
  static final long HELD_TO_THE_END = -1;

  private static final List<String> STREAMS =
      List.of("text/event-stream", "application/x-ndjson", "application/grpc-web");

  private final CapturedBody body;
  private final Outlet outlet;
  private final Runnable beforeSending;
  private final CaptureStream.WriteStarter writeStarter;

  private @Nullable CaptureStream stream;
  private @Nullable PrintWriter writer;
  private boolean over;
  private @Nullable String errorMessage;
  private int bufferBytes = 8 * 1024;

  /**
   * How a response is captured.
   *
   * @param keepBytes above it the response is passed on; or {@link #HELD_TO_THE_END}
   * @param beforeSending is run right before the real response is written to
   */
  record Terms(
      CapturedBody.Limits limits,
      long keepBytes,
      Runnable beforeSending,
      CaptureStream.WriteStarter writeStarter) {}

  CapturedResponse(HttpServletResponse real, Terms terms) {
    super(real);
    this.body = new CapturedBody(terms.limits());
    this.outlet =
        terms.keepBytes() < 0
            ? new Outlet.Held(body)
            : new PassingOutlet(body, terms.keepBytes(), new RealClient());
    this.beforeSending = terms.beforeSending();
    this.writeStarter = terms.writeStarter();
  }

  /** The one behind the real response. */
  private final class RealClient implements PassingOutlet.Client {
    @Override
    public boolean wantsStream() {
      String type = real.getContentType();
      return type != null && STREAMS.stream().anyMatch(type.toLowerCase(Locale.ROOT)::startsWith);
    }

    @Override
    public OutputStream begin() throws IOException {
      head.applyTo(real);
      beforeSending.run();
      return real.getOutputStream();
    }

    @Override
    public void flush() throws IOException {
      real.flushBuffer();
    }
  }

  /**
   * Ends the response of the handler: what its writer still holds belongs to the body.
   *
   * @throws IOException if a part of the body could not be held; a writer hides that from the
   *     handler
   */
  void finish() throws IOException {
    flushWriter();
    if (!isUnderWay()) {
      body.throwFailure();
    }
  }

  private void flushWriter() {
    if (writer != null) {
      writer.flush();
    }
  }

  long length() {
    return outlet.length();
  }

  /** Whether the client has been sent some of it already. */
  boolean isUnderWay() {
    return outlet.isOpen();
  }

  /** What could be kept of it. */
  StoredResponse capture(HeaderPolicy policy, boolean withBody, long maxBodyBytes)
      throws IOException {
    List<HeaderField> fields = policy.kept(fields());
    if (errorMessage != null) {
      return StoredResponse.error(status(), HeaderPolicy.withoutBody(fields), errorMessage);
    }
    if (!withBody) {
      return StoredResponse.of(status(), HeaderPolicy.withoutBody(fields), new byte[0]);
    }
    return length() > maxBodyBytes
        ? StoredResponse.unkept(status(), length())
        : StoredResponse.of(status(), fields, body.bytes());
  }

  /** Lets the client have it. */
  void send() throws IOException {
    if (isUnderWay()) {
      return;
    }
    head.applyTo(real);
    beforeSending.run();
    if (errorMessage != null) {
      ResponseWriter.sendError(real, status(), errorMessage);
    } else if (ResponseWriter.hasBody(status())) {
      ResponseWriter.announce(body.length(), real);
      body.writeTo(real.getOutputStream());
    }
  }

  /** Deletes what was spooled. */
  @Override
  public void close() {
    body.close();
  }

  void write(byte[] bytes, int offset, int count) throws IOException {
    if (!over) {
      outlet.write(bytes, offset, count);
    }
  }

  void flushBody() throws IOException {
    if (!over) {
      outlet.flush();
    }
  }

  /** Whatever is written afterwards is lost, as behind a container's own stream. */
  void closeBody() throws IOException {
    flushBody();
    over = true;
  }

  @Override
  public ServletOutputStream getOutputStream() {
    if (writer != null) {
      throw new IllegalStateException("getWriter() was called before; a response has one of both");
    }
    return openStream();
  }

  private CaptureStream openStream() {
    CaptureStream open = stream;
    if (open == null) {
      open = new CaptureStream(this, writeStarter);
      stream = open;
    }
    return open;
  }

  @Override
  public PrintWriter getWriter() {
    if (writer == null && stream != null) {
      throw new IllegalStateException(
          "getOutputStream() was called before; a response has one of both");
    }
    PrintWriter open = writer;
    if (open == null) {
      open = new PrintWriter(new OutputStreamWriter(openStream(), fixEncoding()));
      writer = open;
    }
    return open;
  }

  @Override
  public void flushBuffer() throws IOException {
    flushWriter();
    flushBody();
  }

  @Override
  public void resetBuffer() {
    refuseIfUnderWay();
    flushWriter();
    outlet.clear();
  }

  @Override
  public void reset() {
    resetBuffer();
    discard();
    head.clear();
    errorMessage = null;
    over = false;
    stream = null;
    writer = null;
  }

  private void refuseIfUnderWay() {
    if (isUnderWay()) {
      throw new IllegalStateException("the response is on its way and cannot be reset");
    }
  }

  @Override
  public void setBufferSize(int bytes) {
    bufferBytes = bytes;
  }

  @Override
  public int getBufferSize() {
    return bufferBytes;
  }

  /**
   * Not after a flush: nothing has left, so a handler that fails after it can still be answered for
   * properly.
   */
  @Override
  public boolean isCommitted() {
    return isUnderWay() || errorMessage != null || over;
  }

  @Override
  public void sendError(int status) throws IOException {
    sendError(status, "");
  }

  @Override
  public void sendError(int status, @Nullable String message) throws IOException {
    if (status < HttpServletResponse.SC_OK) {
      // An interim response; it is not the answer, and holding it back is of no use.
      return;
    }
    refuseIfUnderWay();
    resetBuffer();
    head.status(status);
    errorMessage = message == null ? "" : message;
    over = true;
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    sendRedirect(location, SC_FOUND, true);
  }

  /** Of Servlet 6.1; older containers never call it. */
  public void sendRedirect(String location, int status) throws IOException {
    sendRedirect(location, status, true);
  }

  /** Of Servlet 6.1; older containers never call it. */
  public void sendRedirect(String location, boolean clearBuffer) throws IOException {
    sendRedirect(location, SC_FOUND, clearBuffer);
  }

  /** Of Servlet 6.1; older containers never call it. */
  public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
    refuseIfUnderWay();
    if (clearBuffer) {
      resetBuffer();
    }
    flushWriter();
    head.status(status);
    head.set("Location", location);
    over = true;
  }
}
