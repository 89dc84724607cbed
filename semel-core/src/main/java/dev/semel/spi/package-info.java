/**
 * What an extender implements or receives: stores, listeners, boundaries. A store is a whole
 * implementation of the protocol for one database and is held to the published contract suite.
 */
@NullMarked
package dev.semel.spi;

import org.jspecify.annotations.NullMarked;
