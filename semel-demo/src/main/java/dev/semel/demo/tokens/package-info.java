/** Who asks: demo tokens, their tenants and people. */
@NullMarked
package dev.semel.demo.tokens;

import org.jspecify.annotations.NullMarked;
