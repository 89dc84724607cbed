/** For those who connect a broker: what went in at one end, and what was applied at the other. */
@NullMarked
package dev.semel.testing.broker;

import org.jspecify.annotations.NullMarked;
