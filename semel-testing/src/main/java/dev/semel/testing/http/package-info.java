/**
 * A conformance suite for servers that understand the header {@code Idempotency-Key}: {@link
 * dev.semel.testing.http.HttpConformanceContract} as a JUnit test, {@link
 * dev.semel.testing.http.HttpConformance} without JUnit.
 */
@NullMarked
package dev.semel.testing.http;

import org.jspecify.annotations.NullMarked;
