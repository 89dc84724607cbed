/** Real servlet containers for tests. */
@NullMarked
package dev.semel.http.server;

import org.jspecify.annotations.NullMarked;
