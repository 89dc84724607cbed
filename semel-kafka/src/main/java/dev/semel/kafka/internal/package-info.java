/** Shared by the packages of this module. */
@NullMarked
package dev.semel.kafka.internal;

import org.jspecify.annotations.NullMarked;
