package dev.semel;

import java.util.HashMap;
import java.util.Map;

/**
 * How the intents of one operation are run and kept. Immutable.
 *
 * @param retention how long a settled record answers retries
 * @param duplicates what a duplicate does while the first attempt runs
 * @param rejections whether a business no is stored
 * @param isolation of the effect's transaction
 * @param retries when the transaction failed for a reason that passes
 * @param alreadyExists unique constraints of the business, by name, each with the rejection code
 *     that a violation means
 */
public record OperationSettings(
    Retention retention,
    Duplicates duplicates,
    Rejections rejections,
    Isolation isolation,
    RetryPolicy retries,
    Map<String, String> alreadyExists) {

  public OperationSettings {
    alreadyExists = Map.copyOf(alreadyExists);
  }

  public static OperationSettings standard() {
    return new OperationSettings(
        Retention.standard(),
        Duplicates.refuse(),
        Rejections.STORED,
        Isolation.DATABASE_DEFAULT,
        RetryPolicy.standard(),
        Map.of());
  }

  OperationSettings with(Retention value) {
    return new OperationSettings(value, duplicates, rejections, isolation, retries, alreadyExists);
  }

  OperationSettings with(Duplicates value) {
    return new OperationSettings(retention, value, rejections, isolation, retries, alreadyExists);
  }

  OperationSettings with(Rejections value) {
    return new OperationSettings(retention, duplicates, value, isolation, retries, alreadyExists);
  }

  OperationSettings with(Isolation value) {
    return new OperationSettings(retention, duplicates, rejections, value, retries, alreadyExists);
  }

  OperationSettings with(RetryPolicy value) {
    return new OperationSettings(
        retention, duplicates, rejections, isolation, value, alreadyExists);
  }

  OperationSettings withAlreadyExists(String constraint, String code) {
    Map<String, String> more = new HashMap<>(alreadyExists);
    more.put(constraint, code);
    return new OperationSettings(retention, duplicates, rejections, isolation, retries, more);
  }
}
