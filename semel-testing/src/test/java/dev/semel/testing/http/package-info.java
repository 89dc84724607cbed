@NullMarked
package dev.semel.testing.http;

import org.jspecify.annotations.NullMarked;
