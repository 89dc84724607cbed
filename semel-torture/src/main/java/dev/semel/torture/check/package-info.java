/** The verdict: a history against what is in the database and on the topic. */
@NullMarked
package dev.semel.torture.check;

import org.jspecify.annotations.NullMarked;
