@NullMarked
package dev.semel.kafka.guide;

import org.jspecify.annotations.NullMarked;
