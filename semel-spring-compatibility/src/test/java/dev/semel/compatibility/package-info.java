/**
 * An ordinary Spring Boot application whose handlers exist twice, protected and unprotected. Tests
 * compare what the client and the database see of both.
 */
@NullMarked
package dev.semel.compatibility;

import org.jspecify.annotations.NullMarked;
