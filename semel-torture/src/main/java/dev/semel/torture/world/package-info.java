/**
 * Everything that runs: servers, processes and the proxies between them, and what is left in the
 * end.
 */
@NullMarked
package dev.semel.torture.world;

import org.jspecify.annotations.NullMarked;
