package dev.semel.postgres.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The stores of this test class leave transactions to {@link SimpleTransactions}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface WithManagedTransactions {}
