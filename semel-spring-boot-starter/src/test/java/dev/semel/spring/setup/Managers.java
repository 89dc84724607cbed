package dev.semel.spring.setup;

import javax.sql.DataSource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Transaction managers on data source beans. */
public final class Managers {
  private Managers() {}

  /** Registers a manager of a data source, both by their bean names. */
  public static ApplicationContextInitializer<ConfigurableApplicationContext> manager(
      String name, String dataSource) {
    return context ->
        ((GenericApplicationContext) context)
            .registerBean(
                name,
                JdbcTransactionManager.class,
                () -> new JdbcTransactionManager(context.getBean(dataSource, DataSource.class)));
  }
}
