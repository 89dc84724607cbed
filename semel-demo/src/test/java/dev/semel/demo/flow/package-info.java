/** Events on their way, without anybody who carries them. */
@NullMarked
package dev.semel.demo.flow;

import org.jspecify.annotations.NullMarked;
