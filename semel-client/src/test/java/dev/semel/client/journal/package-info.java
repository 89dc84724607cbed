/** The journal under crashes and damage. */
@NullMarked
package dev.semel.client.journal;

import org.jspecify.annotations.NullMarked;
