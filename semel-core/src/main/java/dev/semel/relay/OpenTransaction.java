package dev.semel.relay;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that has written and not ended. Its own events cannot be published before it ends,
 * and nothing written since it began can be purged.
 *
 * @param processId of the database's process; 0 for a prepared transaction, which has none
 * @param user who runs it
 * @param application as the connection calls itself
 * @param client its address, or null
 * @param state what the connection does now, such as {@code idle in transaction}
 * @param age since it began
 * @param sinceQuery since its last statement began, or null
 */
public record OpenTransaction(
    int processId,
    String user,
    String application,
    @Nullable String client,
    String state,
    Duration age,
    @Nullable Duration sinceQuery) {}
