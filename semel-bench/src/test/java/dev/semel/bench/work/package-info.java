@NullMarked
package dev.semel.bench.work;

import org.jspecify.annotations.NullMarked;
