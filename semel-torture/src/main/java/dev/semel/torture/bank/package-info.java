/** What the bank does: accounts, bookings, and the commands that move money. */
@NullMarked
package dev.semel.torture.bank;

import org.jspecify.annotations.NullMarked;
