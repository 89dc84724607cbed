package dev.semel.jdbc;

import dev.semel.spi.Store;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/** A store on a relational database. */
public interface JdbcStore extends Store<Connection> {
  /** The framework that manages transactions on its data source, or null if there is none. */
  @Nullable TransactionFramework framework();
}
