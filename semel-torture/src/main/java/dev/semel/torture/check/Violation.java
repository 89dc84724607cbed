package dev.semel.torture.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A promise that was broken. Immutable.
 *
 * @param intent whose; null if it is about none
 * @param attempts what clients noted about the intent, in words
 */
public record Violation(
    Rule rule, @Nullable IntentName intent, String words, List<String> attempts) {}
