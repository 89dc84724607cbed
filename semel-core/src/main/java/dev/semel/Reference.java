package dev.semel;

/**
 * Points at the resource that a result was about.
 *
 * @param type such as {@code case}
 * @param id as the resource's loader understands it
 */
public record Reference(String type, String id) {
  public static final int MAX_TYPE_CHARACTERS = 100;
  public static final int MAX_ID_CHARACTERS = 255;

  public Reference {
    Limits.text("reference type", type, MAX_TYPE_CHARACTERS);
    Limits.text("reference id", id, MAX_ID_CHARACTERS);
  }
}
