/** The application of the page that leads to a first endpoint. */
@NullMarked
package dev.semel.spring.first.guide;

import org.jspecify.annotations.NullMarked;
