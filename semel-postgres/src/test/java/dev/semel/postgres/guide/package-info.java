/** The snippets of the guide, as they run. */
@NullMarked
package dev.semel.postgres.guide;

import org.jspecify.annotations.NullMarked;
