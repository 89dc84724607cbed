package dev.semel.client;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.function.Supplier;

/** A body that can be sent again. */
sealed interface RequestBody {
  /** A publisher for one attempt. */
  BodyPublisher publisher();

  /** No body. */
  record None() implements RequestBody {
    @Override
    public BodyPublisher publisher() {
      return BodyPublishers.noBody();
    }
  }

  /** Bytes that nobody else can change. */
  record Bytes(BodyPublisher publisher) implements RequestBody {
    static Bytes of(byte[] bytes) {
      return new Bytes(BodyPublishers.ofByteArray(bytes.clone()));
    }
  }

  /** A file, read anew by every attempt. */
  record File(Path path) implements RequestBody {
    @Override
    public BodyPublisher publisher() {
      try {
        return BodyPublishers.ofFile(path);
      } catch (FileNotFoundException e) {
        throw new SemelClientException(
            "the file of the body, %s, cannot be read; keep it until the call has ended"
                .formatted(path),
            e);
      }
    }
  }

  /** A new publisher for every attempt. */
  record Supplied(Supplier<? extends BodyPublisher> supplier) implements RequestBody {
    /** Publishers do nothing until they are subscribed to, so asking for two costs nothing. */
    @SuppressWarnings("ReferenceEquality") // One object that is given twice is what is looked for.
    static Supplied of(Supplier<? extends BodyPublisher> supplier) {
      BodyPublisher first = supplier.get();
      BodyPublisher second = supplier.get();
      if (first == second) {
        throw new IllegalArgumentException(
            "the supplier of the body gives the same publisher twice, which may work only once; make a new one on every call, or give the body as bytes, text or a file");
      }
      return new Supplied(supplier);
    }

    @Override
    public BodyPublisher publisher() {
      return supplier.get();
    }
  }

  /** Whether the bytes are the same every time without anybody looking. */
  default boolean isConstant() {
    return this instanceof None || this instanceof Bytes;
  }
}
