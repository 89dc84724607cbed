/** How an application is put together, and what is refused at its start. */
@NullMarked
package dev.semel.spring.setup;

import org.jspecify.annotations.NullMarked;
