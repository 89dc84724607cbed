/** What springdoc shows of protected handlers. */
@NullMarked
package dev.semel.spring.internal.openapi;

import org.jspecify.annotations.NullMarked;
