package dev.semel.debezium;

import dev.semel.relay.spi.Mark;

/**
 * A moment; for the live stream any will do, for a replay it is the one up to which it reads.
 *
 * @param outbox the moment in the outbox
 */
record StreamMark(Mark outbox) implements Mark {}
