/** Runs without anything that is optional: no web, no security, no actuator, no JPA. */
@NullMarked
package dev.semel.spring.bare;

import org.jspecify.annotations.NullMarked;
