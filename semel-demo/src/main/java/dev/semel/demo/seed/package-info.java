/** What there is to look at when the demo is new. */
@NullMarked
package dev.semel.demo.seed;

import org.jspecify.annotations.NullMarked;
