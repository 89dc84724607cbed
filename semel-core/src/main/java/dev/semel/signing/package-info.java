/**
 * The signatures of Standard Webhooks, for both ends: what is sent is signed, what comes in is
 * verified. With the JDK's own cryptography.
 */
@NullMarked
package dev.semel.signing;

import org.jspecify.annotations.NullMarked;
