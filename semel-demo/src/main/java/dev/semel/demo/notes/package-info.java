/** Notes: nothing but the intent keeps them single. */
@NullMarked
package dev.semel.demo.notes;

import org.jspecify.annotations.NullMarked;
