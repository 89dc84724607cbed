/** What operators see of Semel through Spring Boot's actuator. */
@NullMarked
package dev.semel.spring.internal.actuate;

import org.jspecify.annotations.NullMarked;
