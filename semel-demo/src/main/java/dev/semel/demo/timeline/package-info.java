/** A case's history: its commands, from the audit, and its events, from the outbox. */
@NullMarked
package dev.semel.demo.timeline;

import org.jspecify.annotations.NullMarked;
