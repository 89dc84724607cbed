@NullMarked
package dev.semel.bench.report;

import org.jspecify.annotations.NullMarked;
