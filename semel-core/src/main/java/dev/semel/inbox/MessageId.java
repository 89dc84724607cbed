package dev.semel.inbox;

import dev.semel.IntentId;

/**
 * Names a message: who sent it, and the sender's id for it, the same on every delivery. The id
 * alone is no key: two sources may use the same one. Both are compared as they are, character by
 * character.
 *
 * @param source 1 to {@value #MAX_SOURCE_CHARACTERS} characters: a CloudEvents source, a topic, an
 *     endpoint
 * @param id 1 to {@value #MAX_ID_CHARACTERS} characters
 */
public record MessageId(String source, String id) {
  public static final int MAX_SOURCE_CHARACTERS = 200;
  public static final int MAX_ID_CHARACTERS = 255;

  public MessageId {
    Checks.text("message source", source, MAX_SOURCE_CHARACTERS);
    Checks.text("message id", id, MAX_ID_CHARACTERS);
  }

  /** Names the source, and shows a digest in place of the id, which may be personal. */
  @Override
  public String toString() {
    return "%s#%s".formatted(source, IntentId.of("message", source, id).shortDigest());
  }
}
