/** The program: options, database, start and stop. */
@NullMarked
package dev.semel.demo.server;

import org.jspecify.annotations.NullMarked;
