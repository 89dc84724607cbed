/** What the parts of the starter share. */
@NullMarked
package dev.semel.spring.internal;

import org.jspecify.annotations.NullMarked;
