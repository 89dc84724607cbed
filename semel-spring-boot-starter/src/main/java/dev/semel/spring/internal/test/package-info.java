/** An embedded database for the tests of applications. */
@NullMarked
package dev.semel.spring.internal.test;

import org.jspecify.annotations.NullMarked;
