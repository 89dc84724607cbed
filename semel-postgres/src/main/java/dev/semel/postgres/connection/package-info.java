/**
 * Connections that take part in the transaction of the command that runs on the thread.
 *
 * <p>Frameworks and libraries begin and end transactions of their own. Inside a command these
 * become parts of the command's transaction, without the library's knowledge.
 */
@NullMarked
package dev.semel.postgres.connection;

import org.jspecify.annotations.NullMarked;
