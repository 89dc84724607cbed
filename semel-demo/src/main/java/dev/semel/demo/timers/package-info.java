/** SLA timers: one active timer per case and type. */
@NullMarked
package dev.semel.demo.timers;

import org.jspecify.annotations.NullMarked;
