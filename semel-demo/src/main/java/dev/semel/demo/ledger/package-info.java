/** Fees, posted to a double-entry ledger. */
@NullMarked
package dev.semel.demo.ledger;

import org.jspecify.annotations.NullMarked;
