package dev.semel.client.journal;

import dev.semel.client.ClientIntent.Header;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The beginning of an entry's file: eight bytes that say what it is and in which version, the
 * length of the request, the request, a checksum over all of it. Numbers are big-endian; texts are
 * UTF-8 behind their length in bytes.
 */
final class RequestCodec {
  private static final byte[] MAGIC = "SEMELJ01".getBytes(StandardCharsets.US_ASCII);
  private static final int PREFIX_BYTES = MAGIC.length + Integer.BYTES;

  private RequestCodec() {}

  /**
   * A request as it was read.
   *
   * @param bytes how long its block is; behind it come the events
   * @param tag its checksum, by which the events know that they belong to it
   */
  record Decoded(StoredRequest request, int bytes, int tag) {}

  static byte[] encode(StoredRequest request) {
    byte[] payload = payload(request);
    ByteBuffer block = ByteBuffer.allocate(PREFIX_BYTES + payload.length + Integer.BYTES);
    block.put(MAGIC).putInt(payload.length).put(payload);
    return block.putInt(checksum(block.array(), block.position())).array();
  }

  /** The checksum at the end of an encoded request. */
  static int tag(byte[] block) {
    return ByteBuffer.wrap(block).getInt(block.length - Integer.BYTES);
  }

  static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  static Decoded decode(byte[] file) throws DamagedEntryException {
    ByteBuffer buffer = ByteBuffer.wrap(file);
    if (file.length < PREFIX_BYTES || !startsWithMagic(file)) {
      throw new DamagedEntryException("it does not begin as an entry of this version does");
    }
    long payloadBytes = buffer.getInt(MAGIC.length);
    long end = PREFIX_BYTES + payloadBytes;
    if (payloadBytes < 0 || end + Integer.BYTES > file.length) {
      throw new DamagedEntryException("the request is cut off");
    }
    int tag = buffer.getInt((int) end);
    if (tag != checksum(file, (int) end)) {
      throw new DamagedEntryException("the checksum of the request is wrong");
    }
    buffer.position(PREFIX_BYTES).limit((int) end);
    return new Decoded(request(buffer), (int) end + Integer.BYTES, tag);
  }

  private static boolean startsWithMagic(byte[] file) {
    return ByteBuffer.wrap(file, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
  }

  private static byte[] payload(StoredRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(request.createdAt.toEpochMilli());
      write(out, request.key);
      write(out, request.method);
      write(out, request.uri.toString());
      out.writeInt(request.headers.size());
      for (Header header : request.headers) {
        write(out, header.name());
        write(out, header.value());
      }
      out.writeInt(request.withheldHeaders.size());
      for (String name : request.withheldHeaders) {
        write(out, name);
      }
      write(out, request.body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    write(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static StoredRequest request(ByteBuffer in) throws DamagedEntryException {
    try {
      return new StoredRequest(
          Instant.ofEpochMilli(in.getLong()),
          text(in),
          text(in),
          URI.create(text(in)),
          headers(in),
          names(in),
          bytes(in));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new DamagedEntryException("the request cannot be read: " + e);
    }
  }

  private static List<Header> headers(ByteBuffer in) {
    int count = in.getInt();
    List<Header> headers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      headers.add(new Header(text(in), text(in)));
    }
    return headers;
  }

  private static Set<String> names(ByteBuffer in) {
    int count = in.getInt();
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      names.add(text(in));
    }
    return names;
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
