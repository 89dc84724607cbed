/** The programs that run in processes of their own, to be killed. */
@NullMarked
package dev.semel.torture.role;

import org.jspecify.annotations.NullMarked;
