/** What the guide shows about HTTP, running. */
@NullMarked
package dev.semel.http.guide;

import org.jspecify.annotations.NullMarked;
