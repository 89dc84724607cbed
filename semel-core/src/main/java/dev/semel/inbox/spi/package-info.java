/**
 * What the author of a store implements so that it has an inbox: {@link
 * dev.semel.inbox.spi.InboxStore}. It knows no JDBC and no broker.
 */
@NullMarked
package dev.semel.inbox.spi;

import org.jspecify.annotations.NullMarked;
