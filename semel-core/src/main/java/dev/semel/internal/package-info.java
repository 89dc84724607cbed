/** How intents are run. Nothing here is for users or extenders. */
@NullMarked
package dev.semel.internal;

import org.jspecify.annotations.NullMarked;
