@NullMarked
package dev.semel.kafka.pipeline;

import org.jspecify.annotations.NullMarked;
