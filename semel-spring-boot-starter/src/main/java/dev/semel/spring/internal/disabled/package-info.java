/** What stands in for Semel where {@code semel.enabled} is false. */
@NullMarked
package dev.semel.spring.internal.disabled;

import org.jspecify.annotations.NullMarked;
