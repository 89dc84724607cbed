/** The snippets of the guide. */
@NullMarked
package dev.semel.debezium.guide;

import org.jspecify.annotations.NullMarked;
