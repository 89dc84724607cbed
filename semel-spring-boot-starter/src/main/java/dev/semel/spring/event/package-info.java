/** Events that transactions of Spring publish. */
@NullMarked
package dev.semel.spring.event;

import org.jspecify.annotations.NullMarked;
