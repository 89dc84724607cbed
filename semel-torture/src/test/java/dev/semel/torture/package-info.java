@NullMarked
package dev.semel.torture;

import org.jspecify.annotations.NullMarked;
