/** The boundaries between the modules, as tests. */
@NullMarked
package dev.semel.architecture;

import org.jspecify.annotations.NullMarked;
