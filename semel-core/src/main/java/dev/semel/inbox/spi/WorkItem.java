package dev.semel.inbox.spi;

import dev.semel.inbox.Message;

/**
 * A kept message that a worker was given until its lease ends.
 *
 * @param attempt the number of this attempt, from 1
 * @param fence grows whenever the message is given to a worker, so that a late one changes nothing
 */
public record WorkItem(Message message, int attempt, long fence) {}
