/** The post, and who tells it. */
@NullMarked
package dev.semel.demo.notices;

import org.jspecify.annotations.NullMarked;
