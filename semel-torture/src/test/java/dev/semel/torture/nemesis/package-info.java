@NullMarked
package dev.semel.torture.nemesis;

import org.jspecify.annotations.NullMarked;
