@NullMarked
package dev.semel.torture.world;

import org.jspecify.annotations.NullMarked;
