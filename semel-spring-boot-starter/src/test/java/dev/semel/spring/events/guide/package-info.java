/** The application of the guide that publishes and consumes events. */
@NullMarked
package dev.semel.spring.events.guide;

import org.jspecify.annotations.NullMarked;
