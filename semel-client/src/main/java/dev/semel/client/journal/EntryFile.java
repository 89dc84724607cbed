package dev.semel.client.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The file of an entry. */
final class EntryFile {
  static final String ENDING = ".intent";
  private static final int NAME_CHARACTERS = 12;

  /** Room for the largest body, the headers and the events. */
  private static final long MAX_FILE_BYTES = JournalSettings.MOST_BODY_BYTES + 16L * 1024 * 1024;

  private final JournalDisk disk;
  private final Path path;
  private final int requestBytes;
  private final int tag;

  private EntryFile(JournalDisk disk, Path path, int requestBytes, int tag) {
    this.disk = disk;
    this.path = path;
    this.requestBytes = requestBytes;
    this.tag = tag;
  }

  /**
   * What a file holds.
   *
   * @param events how many have their place in the file, damaged ones included
   */
  record Content(StoredRequest request, EntryHistory history, int events) {}

  /** A file and what was in it. */
  record Opened(EntryFile file, Content content) {}

  /** Writes a new file; on return it survives a crash. */
  static Opened create(JournalDisk disk, Path path, StoredRequest request, Event... events)
      throws IOException {
    byte[] block = RequestCodec.encode(request);
    int tag = RequestCodec.tag(block);
    EntryHistory history = new EntryHistory(request.createdAt);
    byte[] whole = Arrays.copyOf(block, block.length + events.length * Event.BYTES);
    for (int i = 0; i < events.length; i++) {
      history.add(events[i]);
      System.arraycopy(events[i].encode(tag), 0, whole, placeOf(block.length, i), Event.BYTES);
    }
    disk.create(path, path.resolveSibling(path.getFileName() + ".tmp"), whole);
    EntryFile file = new EntryFile(disk, path, block.length, tag);
    return new Opened(file, new Content(request, history, events.length));
  }

  /** Reads a file that was there. */
  static Opened open(JournalDisk disk, Path path) throws IOException, DamagedEntryException {
    byte[] bytes = bytesOf(path);
    RequestCodec.Decoded decoded = RequestCodec.decode(bytes);
    refuseOtherName(path, decoded.request());
    EntryFile file = new EntryFile(disk, path, decoded.bytes(), decoded.tag());
    return new Opened(file, content(bytes, decoded));
  }

  private static void refuseOtherName(Path path, StoredRequest request)
      throws DamagedEntryException {
    try {
      if (!path.endsWith(request.intent(null).digest() + ENDING)) {
        throw new DamagedEntryException("its name is not that of its intent");
      }
    } catch (IllegalArgumentException e) {
      throw new DamagedEntryException("this JDK refuses its request: " + e.getMessage());
    }
  }

  private static byte[] bytesOf(Path path) throws IOException, DamagedEntryException {
    if (Files.size(path) > MAX_FILE_BYTES) {
      throw new DamagedEntryException("it is larger than any entry");
    }
    return Files.readAllBytes(path);
  }

  /**
   * The events behind the request. One that is cut off was never acknowledged, and the next one
   * takes its place. One that is whole and wrong was, and keeps its place.
   */
  private static Content content(byte[] bytes, RequestCodec.Decoded decoded) {
    EntryHistory history = new EntryHistory(decoded.request().createdAt);
    int count = (bytes.length - decoded.bytes()) / Event.BYTES;
    for (int i = 0; i < count; i++) {
      int from = placeOf(decoded.bytes(), i);
      Event event =
          Event.decode(Arrays.copyOfRange(bytes, from, from + Event.BYTES), decoded.tag());
      if (event == null) {
        history.addDamaged();
      } else {
        history.add(event);
      }
    }
    return new Content(decoded.request(), history, count);
  }

  private static int placeOf(int requestBytes, int event) {
    return requestBytes + event * Event.BYTES;
  }

  /** Reads it again. */
  Content read() {
    try {
      return open(disk, path).content();
    } catch (IOException | DamagedEntryException e) {
      throw new JournalException("the entry %s cannot be read".formatted(name()), e);
    }
  }

  /** Writes an event into its place; on return it survives a crash. */
  void write(Event event, int place) throws IOException {
    disk.writeAt(path, placeOf(requestBytes, place), event.encode(tag));
  }

  Path path() {
    return path;
  }

  /** The beginning of the intent's digest. */
  String name() {
    return path.getFileName().toString().substring(0, NAME_CHARACTERS);
  }
}
