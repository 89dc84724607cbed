/**
 * What every database must keep to that a relay runs on, as suites to extend. The suites count what
 * has arrived in the database itself.
 */
@NullMarked
package dev.semel.testing.relay;

import org.jspecify.annotations.NullMarked;
