/** The code of the guide page on JPA handlers. */
@NullMarked
package dev.semel.compatibility.guide;

import org.jspecify.annotations.NullMarked;
