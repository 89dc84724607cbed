/** Methods that are consumers of messages. */
@NullMarked
package dev.semel.spring.internal.listener;

import org.jspecify.annotations.NullMarked;
