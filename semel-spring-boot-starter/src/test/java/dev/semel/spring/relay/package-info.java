@NullMarked
package dev.semel.spring.relay;

import org.jspecify.annotations.NullMarked;
