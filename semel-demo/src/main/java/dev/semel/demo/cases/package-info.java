/** Cases: opened once per complaint, moved from state to state. */
@NullMarked
package dev.semel.demo.cases;

import org.jspecify.annotations.NullMarked;
