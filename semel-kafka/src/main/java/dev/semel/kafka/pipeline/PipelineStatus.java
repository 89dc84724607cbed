package dev.semel.kafka.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * How a pipeline of this process does. Immutable.
 *
 * @param runningLanes how many lanes are at work; fewer than were started if some were fenced
 * @param fencedLanes how many ended because another process runs under the same name and node
 * @param recordsRead how many records were read in transactions that were committed
 * @param recordsWritten how many were written by them, dead letters included
 * @param deadLetters how many records became dead letters
 * @param abortedTransactions how many transactions were aborted
 * @param lastFailure why the last one was; null if none was
 */
public record PipelineStatus(
    int runningLanes,
    int fencedLanes,
    long recordsRead,
    long recordsWritten,
    long deadLetters,
    long abortedTransactions,
    @Nullable String lastFailure) {}
