/** What is broken, when, and by whom. */
@NullMarked
package dev.semel.torture.nemesis;

import org.jspecify.annotations.NullMarked;
