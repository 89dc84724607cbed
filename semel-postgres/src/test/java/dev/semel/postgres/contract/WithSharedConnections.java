package dev.semel.postgres.contract;

import dev.semel.postgres.connection.CommandDataSource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The stores of this test class work on a {@link CommandDataSource}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface WithSharedConnections {}
