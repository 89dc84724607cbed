package dev.semel.architecture.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The files of the project: those under version control, or all but what a build makes. */
final class ProjectFiles {
  private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", ".vscode");

  private ProjectFiles() {}

  /** The root of the project, seen from the module that tests run in. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(folder.resolve("CONTRIBUTING.md"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no folder above this one has a CONTRIBUTING.md");
      }
    }
    return folder;
  }

  static List<Path> under(Path root) {
    return Files.exists(root.resolve(".git")) ? tracked(root) : walked(root);
  }

  /** Those that are new are there too, as long as nothing says that they are to be ignored. */
  private static List<Path> tracked(Path root) {
    try {
      Process git =
          new ProcessBuilder("git", "ls-files", "-z", "-c", "-o", "--exclude-standard")
              .directory(root.toFile())
              .start();
      String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(names.split("\0"))
          .filter(name -> !name.isEmpty())
          .map(root::resolve)
          .filter(Files::isRegularFile)
          .toList();
    } catch (IOException e) {
      return walked(root);
    }
  }

  private static List<Path> walked(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).filter(file -> isOurs(root, file)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot walk through " + root, e);
    }
  }

  private static boolean isOurs(Path root, Path file) {
    return StreamSupport.stream(root.relativize(file).spliterator(), false)
        .noneMatch(part -> NOT_OURS.contains(part.toString()));
  }
}
