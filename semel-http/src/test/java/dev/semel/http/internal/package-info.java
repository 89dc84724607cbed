@NullMarked
package dev.semel.http.internal;

import org.jspecify.annotations.NullMarked;
