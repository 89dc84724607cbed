/** What the guide shows of NATS. */
@NullMarked
package dev.semel.nats.guide;

import org.jspecify.annotations.NullMarked;
