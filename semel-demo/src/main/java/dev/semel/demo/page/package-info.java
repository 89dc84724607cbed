/** How the page is served. */
@NullMarked
package dev.semel.demo.page;

import org.jspecify.annotations.NullMarked;
