package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method outside of the command that its caller is in, on a connection of its own.
 *
 * <pre>{@code
 * @OutsideCommand
 * @Transactional(propagation = Propagation.REQUIRES_NEW)
 * public void recordAttempt(String user, String action) { … }
 * }</pre>
 *
 * <p>For work that has to stay whatever becomes of the command, such as a log of attempts. Without
 * the annotation a command refuses {@code REQUIRES_NEW} and {@code NOT_SUPPORTED}.
 *
 * <p><b>Guarantee.</b> What the method commits stays if the command fails. It is done again by
 * every attempt of the command, and not by a replay. Outside of a command the annotation does
 * nothing.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface OutsideCommand {}
