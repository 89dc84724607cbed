/**
 * Intents in a folder of files: written down before they are sent, found again after a restart.
 *
 * <p>An entry is one file. It begins with the request, which is written under another name, forced
 * to disk and then renamed, so that it is there in full or not at all. Behind it come events of a
 * fixed length, each with a checksum and each forced to disk before it counts: an attempt starts,
 * an attempt did nothing, the server said when it forgets the key, the entry is finished. Because
 * their length is fixed, a crash can leave only the last one short, and a damaged one hides none
 * behind it.
 */
@NullMarked
package dev.semel.client.journal;

import org.jspecify.annotations.NullMarked;
