@NullMarked
package dev.semel.torture.check;

import org.jspecify.annotations.NullMarked;
