/** Primary officers: one per case, each with a limit of active cases. */
@NullMarked
package dev.semel.demo.officers;

import org.jspecify.annotations.NullMarked;
