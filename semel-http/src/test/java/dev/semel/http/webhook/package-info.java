/** Signed webhooks, verified and applied once. */
@NullMarked
package dev.semel.http.webhook;

import org.jspecify.annotations.NullMarked;
