/** The client against servers that misbehave on purpose. */
@NullMarked
package dev.semel.client;

import org.jspecify.annotations.NullMarked;
