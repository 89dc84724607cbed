/** Methods that apply messages once. */
@NullMarked
package dev.semel.spring.listener;

import org.jspecify.annotations.NullMarked;
