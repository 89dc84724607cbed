/** Methods that are commands: how they are found, checked at start, and run. */
@NullMarked
package dev.semel.spring.internal.method;

import org.jspecify.annotations.NullMarked;
