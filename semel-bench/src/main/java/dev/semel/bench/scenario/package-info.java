/** What is measured, one class for each question. */
@NullMarked
package dev.semel.bench.scenario;

import org.jspecify.annotations.NullMarked;
