/**
 * What every relational store and its users need on top of JDBC: statements with named parameters,
 * a connection that guards its transaction, failures read from SQLSTATE, insert-or-find and guarded
 * transitions. No driver is known here.
 */
@NullMarked
package dev.semel.jdbc;

import org.jspecify.annotations.NullMarked;
