/** What must not be in the project: secrets, and dependencies that nobody has looked at. */
@NullMarked
package dev.semel.architecture.scan;

import org.jspecify.annotations.NullMarked;
