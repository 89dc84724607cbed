package dev.semel.spring.internal;

import dev.semel.inbox.MessageHandler;

/** A handler whose code begins and ends its own transactions, as a listener method does. */
@FunctionalInterface
public interface SelfManagedHandler extends MessageHandler {}
