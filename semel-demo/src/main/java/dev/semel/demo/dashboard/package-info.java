/** The dashboard: a projection of cases from their events, each applied once and in order. */
@NullMarked
package dev.semel.demo.dashboard;

import org.jspecify.annotations.NullMarked;
