/** How the filter works. Not for use by others. */
@NullMarked
package dev.semel.http.internal;

import org.jspecify.annotations.NullMarked;
