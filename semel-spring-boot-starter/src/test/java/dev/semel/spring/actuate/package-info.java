/** What operators see. */
@NullMarked
package dev.semel.spring.actuate;

import org.jspecify.annotations.NullMarked;
