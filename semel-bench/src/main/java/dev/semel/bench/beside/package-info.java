/** The same small task given to Semel and to other libraries, with something going wrong. */
@NullMarked
package dev.semel.bench.beside;

import org.jspecify.annotations.NullMarked;
