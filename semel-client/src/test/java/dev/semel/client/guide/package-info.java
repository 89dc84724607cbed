/** What the guide shows of the client, as it runs. */
@NullMarked
package dev.semel.client.guide;

import org.jspecify.annotations.NullMarked;
