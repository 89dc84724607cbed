package dev.semel.spi;

import org.jspecify.annotations.Nullable;

/**
 * A failure, understood.
 *
 * @param verdict what to do
 * @param code the database's code for it, such as an SQLSTATE; empty where there is none
 * @param constraint the violated constraint, where one was
 * @param meaning for people: what happened and what to do
 */
public record Failure(Verdict verdict, String code, @Nullable String constraint, String meaning) {}
