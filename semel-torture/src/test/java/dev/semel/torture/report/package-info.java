@NullMarked
package dev.semel.torture.report;

import org.jspecify.annotations.NullMarked;
