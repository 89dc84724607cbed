@NullMarked
package dev.semel.bench.contender;

import org.jspecify.annotations.NullMarked;
