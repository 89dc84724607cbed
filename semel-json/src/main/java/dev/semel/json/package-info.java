/**
 * Results and fingerprints as JSON: {@link dev.semel.json.SemelJson} is the way in, {@link
 * dev.semel.json.CanonicalJson} is the form that is hashed.
 */
@NullMarked
package dev.semel.json;

import org.jspecify.annotations.NullMarked;
