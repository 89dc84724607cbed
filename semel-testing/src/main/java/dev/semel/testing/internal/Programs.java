package dev.semel.testing.internal;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs that the system has installed. */
public final class Programs {
  private Programs() {}

  /**
   * Looks in these folders first, then on the path.
   *
   * @param property a system property that names the program itself, and goes before all else
   */
  public static Optional<Path> find(String property, String name, List<String> folders) {
    String told = System.getProperty(property);
    if (told != null) {
      return Optional.of(Path.of(told)).filter(Files::isExecutable);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(folders.stream(), Stream.of(path.split(File.pathSeparator, -1)))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
