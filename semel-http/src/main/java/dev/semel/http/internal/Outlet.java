package dev.semel.http.internal;

import java.io.IOException;

/** Where the bytes of a captured body go. For one thread at a time. */
interface Outlet {
  void write(byte[] bytes, int offset, int count) throws IOException;

  /** The handler wants what it wrote to arrive. */
  void flush() throws IOException;

  /** Forgets what was written, which is possible as long as it is not open. */
  void clear();

  /** Whether the client has been sent some of it. */
  boolean isOpen();

  /** How many bytes the handler wrote. */
  long length();

  /** Holds everything back, whatever the handler flushes. */
  record Held(CapturedBody body) implements Outlet {
    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      body.write(bytes, offset, count);
    }

    @Override
    public void flush() {
      // The client gets nothing before the transaction has committed.
    }

    @Override
    public void clear() {
      body.clear();
    }

    @Override
    public boolean isOpen() {
      return false;
    }

    @Override
    public long length() {
      return body.length();
    }
  }
}
