/** What the filter promises, on real containers and a real database. */
@NullMarked
package dev.semel.http.filter;

import org.jspecify.annotations.NullMarked;
