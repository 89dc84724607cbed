package dev.semel.testing.crash;

import java.util.List;

/**
 * What a run in which nothing goes wrong does.
 *
 * @param growth what it adds to the tables
 * @param answers whether it returns anything
 * @param recognises whether another attempt, later, adds nothing
 */
record Lesson(List<Step> steps, Growth growth, boolean answers, boolean recognises) {}
