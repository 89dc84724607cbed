/** The snippets of the guide's page on Spring Boot. */
@NullMarked
package dev.semel.spring.guide;

import org.jspecify.annotations.NullMarked;
