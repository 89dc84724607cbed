@NullMarked
package dev.semel.kafka;

import org.jspecify.annotations.NullMarked;
