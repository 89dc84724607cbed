package dev.semel.inbox.internal;

/** Says in a bounded text why something failed. */
public final class Reasons {
  static final int MAX_CHARACTERS = 2_000;
  private static final int MAX_CAUSES = 5;

  private Reasons() {}

  public static String of(Throwable failure) {
    StringBuilder text = new StringBuilder();
    Throwable link = failure;
    for (int depth = 0; link != null && depth < MAX_CAUSES; depth++) {
      text.append(depth == 0 ? "" : "; because of ");
      text.append(link.getClass().getSimpleName()).append(": ").append(link.getMessage());
      link = link.getCause();
    }
    String readable = text.toString().replace('\0', ' ');
    return readable.length() > MAX_CHARACTERS ? readable.substring(0, MAX_CHARACTERS) : readable;
  }
}
