/** Applications of Spring Boot that other libraries are used in. */
@NullMarked
package dev.semel.bench.spring;

import org.jspecify.annotations.NullMarked;
