/** Other clients, to know what they retry by themselves. */
@NullMarked
package dev.semel.client.others;

import org.jspecify.annotations.NullMarked;
