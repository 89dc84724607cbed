/** The page, in a real browser, on the real service. */
@NullMarked
package dev.semel.demo.page;

import org.jspecify.annotations.NullMarked;
