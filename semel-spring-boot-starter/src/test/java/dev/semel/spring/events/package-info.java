/** Objects that are published as events. */
@NullMarked
package dev.semel.spring.events;

import org.jspecify.annotations.NullMarked;
