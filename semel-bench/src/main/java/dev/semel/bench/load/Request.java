package dev.semel.bench.load;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What to send, again and again. Immutable.
 *
 * @param paths each request goes to one of them; the same key always to the same
 * @param mediaType of the body
 * @param bodyBytes how long the body is
 * @param keys what the requests carry as their keys
 */
public record Request(List<String> paths, String mediaType, int bodyBytes, Keys keys) {
  public static final String JSON = "application/json";

  /** What requests carry as their keys. */
  public enum Keys {
    /** None. */
    NONE,
    /** A new one each. */
    FRESH,
    /** One of a few that were answered before. */
    SEEN
  }

  public Request {
    paths = List.copyOf(paths);
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(paths.size());
    for (String path : paths) {
      out.writeUTF(path);
    }
    out.writeUTF(mediaType);
    out.writeInt(bodyBytes);
    out.writeUTF(keys.name());
  }

  static Request read(DataInput in) throws IOException {
    List<String> paths = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      paths.add(in.readUTF());
    }
    return new Request(paths, in.readUTF(), in.readInt(), Keys.valueOf(in.readUTF()));
  }
}
