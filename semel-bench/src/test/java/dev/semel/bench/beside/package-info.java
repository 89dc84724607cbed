@NullMarked
package dev.semel.bench.beside;

import org.jspecify.annotations.NullMarked;
