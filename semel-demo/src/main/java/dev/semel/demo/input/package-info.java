/** What callers send, checked before anything else. */
@NullMarked
package dev.semel.demo.input;

import org.jspecify.annotations.NullMarked;
