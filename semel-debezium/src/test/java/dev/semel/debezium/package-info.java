/** The relay on the server's log, on servers that are stopped and robbed of their slots. */
@NullMarked
package dev.semel.debezium;

import org.jspecify.annotations.NullMarked;
