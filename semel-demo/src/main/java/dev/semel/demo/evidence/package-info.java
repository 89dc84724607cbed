/** Evidence: the same content once per case. */
@NullMarked
package dev.semel.demo.evidence;

import org.jspecify.annotations.NullMarked;
