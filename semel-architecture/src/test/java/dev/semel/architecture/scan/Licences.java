package dev.semel.architecture.scan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Reads the licences of a file from the POM beside it in Maven's repository, or from its parents.
 */
final class Licences {
  private static final int MAX_PARENTS = 10;

  /** Where there is a choice between several, one of these is enough. */
  private static final Set<String> ALLOWED =
      Set.of(
          "0BSD",
          "Apache-2.0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "CC0-1.0",
          "EPL-2.0",
          "MIT",
          "MIT-0");

  /** Projects call one licence by many names. The first that fits counts. */
  private static final List<Name> NAMES =
      List.of(
          new Name("Apache-2.0", "apache(?!.*\\b1\\.[01]\\b)|^al 2\\.0$"),
          new Name("MIT-0", "^mit-0$"),
          // The licence of Bouncy Castle is that of MIT, word for word.
          new Name("MIT", "\\bmit\\b|bouncy castle"),
          new Name("0BSD", "^0bsd$"),
          new Name("BSD-2-Clause", "bsd.2"),
          // So are those of Eclipse's distributions and of Go that of Berkeley.
          new Name(
              "BSD-3-Clause",
              "^(?!.*(?:\\b4|original)).*bsd|eclipse distribution|^edl|^go license$"),
          new Name("EPL-2.0", "^epl.2|eclipse public license.*2"),
          new Name("CC0-1.0", "cc0"),
          new Name("MPL-2.0", "mpl|mozilla"),
          new Name("LGPL", "lgpl|lesser general"),
          new Name("GPL-2.0 with exception", "gpl.*(?:cpe|classpath)"),
          new Name("GPL", "gpl|general public"));

  private record Name(String id, Pattern pattern) {
    Name(String id, String pattern) {
      this(id, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE));
    }
  }

  String of(ResolvedArtifact artifact) {
    Path pom = artifact.file().resolveSibling(artifact.name() + "-" + artifact.version() + ".pom");
    for (int i = 0; i < MAX_PARENTS && Files.isRegularFile(pom); i++) {
      Element project = read(pom);
      List<String> names = namesIn(project);
      if (!names.isEmpty()) {
        return idsOf(names);
      }
      Optional<Element> parent = child(project, "parent");
      if (parent.isEmpty()) {
        break;
      }
      pom = pomOf(parent.get(), repositoryOf(artifact));
    }
    return "unknown";
  }

  static boolean isAllowed(String licence) {
    return Stream.of(licence.split(" or ")).anyMatch(ALLOWED::contains);
  }

  static String idsOf(List<String> names) {
    return names.stream()
        .map(Licences::idOf)
        .distinct()
        .sorted()
        .collect(Collectors.joining(" or "));
  }

  private static String idOf(String name) {
    return NAMES.stream()
        .filter(known -> known.pattern().matcher(name).find())
        .map(Name::id)
        .findFirst()
        .orElse(name);
  }

  private static List<String> namesIn(Element project) {
    List<String> names = new ArrayList<>();
    child(project, "licenses")
        .ifPresent(
            licences ->
                children(licences, "license").stream()
                    .flatMap(licence -> child(licence, "name").stream())
                    .map(name -> name.getTextContent().strip().replaceAll("\\s+", " "))
                    .forEach(names::add));
    return names;
  }

  private static Path pomOf(Element parent, Path repository) {
    String artifact = text(parent, "artifactId");
    String version = text(parent, "version");
    return repository
        .resolve(text(parent, "groupId").replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + ".pom");
  }

  /**
   * A file is in a folder for its version, in one for its name, in one for each part of its group.
   */
  private static Path repositoryOf(ResolvedArtifact artifact) {
    Path folder = artifact.file();
    int folders = artifact.group().split("\\.").length + 3;
    for (int i = 0; i < folders; i++) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(artifact.file() + " is not in a Maven repository");
      }
    }
    return folder;
  }

  private static String text(Element element, String name) {
    return child(element, name).map(found -> found.getTextContent().strip()).orElse("");
  }

  private static Optional<Element> child(Element element, String name) {
    return children(element, name).stream().findFirst();
  }

  private static List<Element> children(Element element, String name) {
    List<Element> found = new ArrayList<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element each && each.getTagName().equals(name)) {
        found.add(each);
      }
    }
    return found;
  }

  private static Element read(Path pom) {
    try (InputStream in = Files.newInputStream(pom)) {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(in).getDocumentElement();
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException("cannot read " + pom, e);
    }
  }
}
