@NullMarked
package dev.semel.torture.load;

import org.jspecify.annotations.NullMarked;
