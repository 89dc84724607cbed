package dev.semel.spring;

import dev.semel.Duplicates;
import dev.semel.Retention;
import dev.semel.spring.SpringTransactions.OtherDataSources;
import dev.semel.spring.internal.IdempotentSettings;
import dev.semel.spring.listener.IdempotentListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How Semel is set up, read from {@code semel.*}. Immutable; nonsense is refused at start.
 *
 * @param enabled Whether anything is protected. With false every handler, method and listener runs
 *     as without its annotation, and nothing is recorded: for tests on another database.
 * @param dataSource Name of the bean whose database keeps the intents. The only data source unless
 *     set; must be set where there are several.
 * @param transactionManager Name of the bean that manages transactions on that data source. The
 *     only one that does unless set; must be set where several do.
 * @param tenant Whose data all commands are about, in an application with one tenant. A bean of
 *     type TenantResolver is asked unless set.
 * @param node How this node is called in leases. Its process id unless set.
 * @param postgres the tables
 * @param transactions what commands may do in their transactions
 * @param defaults what holds for {@link Idempotent} methods that say nothing of their own
 * @param http how requests are protected
 * @param health when the health indicator is down
 * @param relay how events are published
 * @param kafka how events go to Kafka
 * @param inbox what holds for {@link IdempotentListener} methods that say nothing of their own
 */
@ConfigurationProperties("semel")
public record SemelProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String dataSource,
    @Nullable String transactionManager,
    @Nullable String tenant,
    @Nullable String node,
    @DefaultValue Postgres postgres,
    @DefaultValue Transactions transactions,
    @DefaultValue Defaults defaults,
    @DefaultValue @NestedConfigurationProperty HttpProperties http,
    @DefaultValue Health health,
    @DefaultValue @NestedConfigurationProperty RelayProperties relay,
    @DefaultValue @NestedConfigurationProperty KafkaSinkProperties kafka,
    @DefaultValue @NestedConfigurationProperty InboxProperties inbox) {

  private static final int MAX_NODE_CHARACTERS = 100;

  public SemelProperties {
    refuseBlank("semel.data-source", dataSource);
    refuseBlank("semel.transaction-manager", transactionManager);
    refuseBlank("semel.tenant", tenant);
    refuseBlank("semel.node", node);
    if (node != null && node.length() > MAX_NODE_CHARACTERS) {
      throw new IllegalArgumentException(
          "semel.node has %d characters; give 1 to %d"
              .formatted(node.length(), MAX_NODE_CHARACTERS));
    }
  }

  /** Returns what holds for handlers of requests that say nothing of their own. */
  IdempotentSettings handlerDefaults() {
    return new IdempotentSettings(
        Retention.of(defaults.retention()), Duplicates.waitUpTo(http.waitUpTo()));
  }

  static void refuseBlank(String property, @Nullable String value) {
    if (value != null && value.isBlank()) {
      throw new IllegalArgumentException(property + " is blank; give it a value or take it away");
    }
  }

  /**
   * The tables.
   *
   * @param schema Schema that Semel's tables are in.
   * @param migrate Whether Semel brings its tables up to date at start. With false they must be
   *     there already: by Flyway, or by hand.
   */
  public record Postgres(
      @DefaultValue("semel") String schema, @DefaultValue("true") boolean migrate) {}

  /**
   * What commands may do in their transactions.
   *
   * @param otherDataSources What becomes of a command whose effect used another data source than
   *     that of its intent. With allowed it goes on: for effects that only read there.
   */
  public record Transactions(@DefaultValue("refused") OtherDataSources otherDataSources) {}

  /**
   * What holds for {@link Idempotent} methods that say nothing of their own.
   *
   * @param retention How long answers are kept, from 1m on.
   * @param waitUpTo How long a duplicate of a method call waits while the first attempt runs, up to
   *     5m. With 0s it is refused at once. Requests have semel.http.wait-up-to.
   */
  public record Defaults(
      @DefaultValue("7d") Duration retention, @DefaultValue("0s") Duration waitUpTo) {

    public Defaults {
      // They know their limits; what is wrong is said at start, with the name of the property.
      var unused = settings(retention, waitUpTo);
    }

    IdempotentSettings settings() {
      return settings(retention, waitUpTo);
    }

    private static IdempotentSettings settings(Duration retention, Duration waitUpTo) {
      return new IdempotentSettings(Retention.of(retention), Duplicates.waitUpTo(waitUpTo));
    }
  }

  /**
   * When the health indicator is down. It always is when the store cannot be reached.
   *
   * @param maxStaleAge How long work whose owner vanished may wait for somebody to take it over.
   *     For ever unless set.
   * @param maxUnknownAge How long work whose outcome is unknown may wait for an operator. For ever
   *     unless set.
   * @param maxEventAge How old the oldest event may be that a relay has not passed. Any age unless
   *     set.
   * @param maxDeadLetters How many dead letters a relay may have. Any number unless set.
   */
  public record Health(
      @Nullable Duration maxStaleAge,
      @Nullable Duration maxUnknownAge,
      @Nullable Duration maxEventAge,
      @Nullable Long maxDeadLetters) {
    public Health {
      refuseNegative("semel.health.max-stale-age", maxStaleAge);
      refuseNegative("semel.health.max-unknown-age", maxUnknownAge);
      refuseNegative("semel.health.max-event-age", maxEventAge);
      if (maxDeadLetters != null && maxDeadLetters < 0) {
        throw new IllegalArgumentException(
            "semel.health.max-dead-letters is %d; give zero or more, or take it away"
                .formatted(maxDeadLetters));
      }
    }

    private static void refuseNegative(String property, @Nullable Duration value) {
      if (value != null && value.isNegative()) {
        throw new IllegalArgumentException(
            "%s is %s; give zero or more, or take it away".formatted(property, value));
      }
    }
  }
}
