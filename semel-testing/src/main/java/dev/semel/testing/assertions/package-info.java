/** Assertions in the words of intents and outcomes. */
@NullMarked
package dev.semel.testing.assertions;

import org.jspecify.annotations.NullMarked;
