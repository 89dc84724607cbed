/** Notices: once per recipient, template and event. */
@NullMarked
package dev.semel.demo.notices;

import org.jspecify.annotations.NullMarked;
