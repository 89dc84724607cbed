package dev.semel.http.internal;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/**
 * What a handler writes its body to. It never blocks and is always ready, because it leads to the
 * captured response.
 */
final class CaptureStream extends ServletOutputStream {
  private final CapturedResponse response;
  private final WriteStarter starter;

  /** Calls a handler that writes without blocking, on a thread of the container. */
  interface WriteStarter {
    void start(WriteListener listener);
  }

  CaptureStream(CapturedResponse response, WriteStarter starter) {
    this.response = response;
    this.starter = starter;
  }

  @Override
  public void write(int singleByte) throws IOException {
    write(new byte[] {(byte) singleByte}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    response.write(bytes, offset, count);
  }

  @Override
  public void flush() throws IOException {
    response.flushBody();
  }

  @Override
  public void close() throws IOException {
    response.closeBody();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    starter.start(listener);
  }
}
