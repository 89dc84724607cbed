package dev.semel.testing.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.testing.postgres.PostgresDatabase;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;

/** A PostgreSQL client that sends several queries without waiting, as no JDBC call lets one do. */
final class RawClient implements AutoCloseable {

  private static final int READ_LIMIT_MILLIS = 30_000;
  private static final int PROTOCOL_3_0 = 3 << 16;

  private final Socket socket;
  private final DataInputStream input;

  RawClient(FaultProxy proxy, PostgresDatabase database) throws IOException {
    socket = new Socket(proxy.host(), proxy.port());
    socket.setSoTimeout(READ_LIMIT_MILLIS);
    input = new DataInputStream(socket.getInputStream());
    login(database);
  }

  /** Sends simple queries in one write. */
  void sendTogether(String... queries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream output = new DataOutputStream(bytes);
    for (String sql : queries) {
      byte[] text = sql.getBytes(UTF_8);
      output.writeByte('Q');
      output.writeInt(Integer.BYTES + text.length + 1);
      output.write(text);
      output.writeByte(0);
    }
    socket.getOutputStream().write(bytes.toByteArray());
  }

  /** Returns the types of the messages that still come, until the connection ends. */
  String typesUntilEnd() throws IOException {
    StringBuilder types = new StringBuilder();
    try {
      while (true) {
        types.append(nextType());
      }
    } catch (EOFException | SocketException e) {
      return types.toString();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void login(PostgresDatabase database) throws IOException {
    String parameters = "user\0" + database.user() + "\0database\0" + database.name() + "\0\0";
    byte[] text = parameters.getBytes(UTF_8);
    DataOutputStream output = new DataOutputStream(socket.getOutputStream());
    output.writeInt(2 * Integer.BYTES + text.length);
    output.writeInt(PROTOCOL_3_0);
    output.write(text);
    char type = nextType();
    while (type != 'Z') {
      type = nextType();
    }
  }

  private char nextType() throws IOException {
    char type = (char) input.readByte();
    input.readFully(new byte[input.readInt() - Integer.BYTES]);
    return type;
  }
}
