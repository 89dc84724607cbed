/** The retry storm: many clients, many faults, and a verdict from the database. */
@NullMarked
package dev.semel.demo.storm;

import org.jspecify.annotations.NullMarked;
