package dev.semel.testing.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** The faults that are set off by messages, with a real driver and a real server. */
@ExtendWith(PostgresExtension.class)
class FaultProxyPostgresIT {

  private final PostgresDatabase database;
  private FaultProxy proxy;

  FaultProxyPostgresIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void startProxyAndMakeTable() {
    database.execute("DROP TABLE IF EXISTS payments; CREATE TABLE payments (note text)");
    proxy = FaultProxy.to(database.host(), database.port());
  }

  @AfterEach
  void stopProxy() {
    proxy.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "extendedForPrepared"})
  void whenTheReplyToCommitIsLostTheRowIsThereThoughTheClientSawAnError(String queryMode)
      throws SQLException {
    Fault fault = proxy.onMessage("COMMIT").loseReply();
    try (Connection connection = connect(Map.of("preferQueryMode", queryMode))) {
      connection.setAutoCommit(false);
      insert(connection, "paid");
      assertBroken(connection::commit);
    }
    fault.awaitFired();
    assertThat(paymentCount()).isEqualTo(1);
    assertThat(fault.firedCount()).isEqualTo(1);
  }

  /** The server asks for the rows first, and that is no part of what is lost. */
  @Test
  void rowsThatAreCopiedAreThereThoughTheReplyIsLost() throws SQLException {
    Fault fault = proxy.onMessage("COPY").loseReply();
    try (Connection connection = connect(Map.of("socketTimeout", "60"))) {
      CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
      assertBroken(
          () -> {
            try {
              copies.copyIn("COPY payments FROM STDIN", new StringReader("paid\npaid too\n"));
            } catch (IOException e) {
              throw new SQLException(e);
            }
          });
    }
    fault.awaitFired();
    assertThat(paymentCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "extendedForPrepared"})
  void whenTheConnectionIsCutBeforeCommitTheRowIsNotThere(String queryMode) throws SQLException {
    Fault fault = proxy.onMessage("COMMIT").cutBefore();
    try (Connection connection = connect(Map.of("preferQueryMode", queryMode))) {
      connection.setAutoCommit(false);
      insert(connection, "paid");
      assertBroken(connection::commit);
    }
    fault.awaitFired();
    assertThat(paymentCount()).isZero();
  }

  @Test
  void aCommitThatIsRunByTheNameOfItsPreparedStatementIsSeenToo() throws SQLException {
    try (Connection connection = connect(Map.of())) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 10; i++) {
        insert(connection, "kept");
        connection.commit();
      }
      Fault fault = proxy.onMessage("COMMIT").cutBefore();
      insert(connection, "gone");
      assertBroken(connection::commit);
      fault.awaitFired();
    }
    assertThat(paymentCount()).isEqualTo(10);
  }

  @Test
  void aParametersTextSetsOffAFault() throws SQLException {
    Fault fault = proxy.onMessage("order-17").cutBefore();
    try (Connection connection = connect(Map.of())) {
      insert(connection, "order-16");
      assertBroken(() -> insert(connection, "order-17"));
    }
    fault.awaitFired();
    assertThat(paymentCount()).isEqualTo(1);
  }

  @Test
  void aFaultFiresAsOftenAsItWasTold() throws SQLException {
    Fault fault = proxy.onMessage("INSERT").times(2).loseReply();
    for (int i = 0; i < 2; i++) {
      try (Connection connection = connect(Map.of())) {
        assertBroken(() -> insert(connection, "unknown"));
      }
    }
    try (Connection connection = connect(Map.of())) {
      insert(connection, "known");
    }
    fault.awaitFired(2);
    assertThat(fault.firedCount()).isEqualTo(2);
    assertThat(paymentCount()).isEqualTo(3);
  }

  @Test
  void whoWatchesIsToldWhenTheServerHasDoneWhatNobodyHearsOf() throws SQLException {
    AtomicLong paymentsThen = new AtomicLong(-1);
    proxy.watchRequests(
        sql ->
            sql.contains("INSERT")
                ? RequestFate.loseReply(() -> paymentsThen.set(paymentCount()))
                : RequestFate.pass());
    try (Connection connection = connect(Map.of())) {
      assertBroken(() -> insert(connection, "unknown"));
    }

    assertThat(paymentsThen).hasValue(1);
  }

  @Test
  void nobodyWaitsForAWatcherThatFails() throws SQLException {
    try (Connection connection = connect(Map.of())) {
      proxy.watchRequests(
          sql -> {
            throw new IllegalStateException("a mistake of the watcher, made on purpose");
          });
      assertBroken(() -> insert(connection, "never"));
    }
    proxy.heal();

    assertThat(paymentCount()).isZero();
  }

  @Test
  void aFaultThatAlwaysFiresEndsWithHeal() throws SQLException {
    Fault fault = proxy.onMessage("INSERT").always().cutBefore();
    for (int i = 0; i < 3; i++) {
      try (Connection connection = connect(Map.of())) {
        assertBroken(() -> insert(connection, "gone"));
      }
    }
    proxy.heal();
    try (Connection connection = connect(Map.of())) {
      insert(connection, "kept");
    }
    assertThat(fault.firedCount()).isEqualTo(3);
    assertThat(paymentCount()).isEqualTo(1);
  }

  @Test
  void theReplyToTheRoundTripBeforeTheLostOneStillArrives() throws SQLException {
    proxy.onMessage("second").loseReply();
    try (Connection connection = connect(Map.of())) {
      insert(connection, "first");
      assertBroken(() -> insert(connection, "second"));
    }
    proxy.awaitFired();
    assertThat(paymentCount()).isEqualTo(2);
  }

  @Test
  void ofTwoRequestsThatAreSentTogetherOnlyTheReplyToTheSecondIsLost() throws IOException {
    proxy.onMessage("second").loseReply();
    try (RawClient client = new RawClient(proxy, database)) {
      client.sendTogether(
          "INSERT INTO payments VALUES ('first')", "INSERT INTO payments VALUES ('second')");
      assertThat(client.typesUntilEnd()).isEqualTo("CZ");
    }
    proxy.awaitFired();
    assertThat(paymentCount()).isEqualTo(2);
  }

  @Test
  void aLargeMessagePassesWholeAndIsMatchedByItsBeginning() throws SQLException {
    String large = "x".repeat(3_000_000);
    try (Connection connection = connect(Map.of())) {
      insert(connection, large);
    }
    assertThat(database.queryLong("SELECT max(length(note)) FROM payments"))
        .isEqualTo(large.length());

    Fault fault = proxy.onMessage("INSERT").cutBefore();
    try (Connection connection = connect(Map.of())) {
      assertBroken(() -> insert(connection, large));
    }
    fault.awaitFired();
    assertThat(paymentCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended"})
  void aLargeRequestIsWatchedAsOne(String queryMode) throws SQLException {
    String large = "x".repeat(3_000_000);
    AtomicLong inserts = new AtomicLong();
    proxy.watchRequests(
        sql ->
            sql.startsWith("INSERT") && inserts.incrementAndGet() == 2
                ? RequestFate.failWith("57014")
                : RequestFate.pass());
    try (Connection connection = connect(Map.of("preferQueryMode", queryMode))) {
      insert(connection, large);
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> insert(connection, large))
          .satisfies(failure -> assertThat(failure.getSQLState()).isEqualTo("57014"));
      insert(connection, large);
    }

    assertThat(inserts).hasValue(3);
    assertThat(paymentCount()).isEqualTo(2);
  }

  @Test
  void aRequestThatIsTooLargeToBeWatchedIsRefused() throws SQLException {
    String tooLarge = "x".repeat(65 * 1024 * 1024);
    proxy.watchRequests(sql -> RequestFate.pass());
    try (Connection connection = connect(Map.of())) {
      assertBroken(() -> insert(connection, tooLarge));
    }

    assertThat(paymentCount()).isZero();
  }

  @Test
  void whatIsSentAlongWithALostRequestIsNotWatched() throws IOException {
    List<String> watched = new CopyOnWriteArrayList<>();
    proxy.watchRequests(
        sql -> {
          watched.add(sql);
          return RequestFate.loseReply();
        });
    try (RawClient client = new RawClient(proxy, database)) {
      client.sendTogether("SELECT 'first'", "SELECT 'second'");
      assertThat(client.typesUntilEnd()).isEmpty();
    }

    assertThat(watched).containsExactly("SELECT 'first'");
  }

  @Test
  void aLargeResultPassesWhole() throws SQLException {
    try (Connection connection = connect(Map.of());
        PreparedStatement statement =
            connection.prepareStatement("SELECT repeat('y', 1000) FROM generate_series(1, 5000)");
        var rows = statement.executeQuery()) {
      int count = 0;
      while (rows.next()) {
        assertThat(rows.getString(1)).hasSize(1_000);
        count++;
      }
      assertThat(count).isEqualTo(5_000);
    }
  }

  @Test
  void whatIsSentTogetherIsOneRoundTrip() throws SQLException {
    try (Connection connection = connect(Map.of())) {
      connection.setAutoCommit(false);
      long before = proxy.roundTripCount();
      for (int i = 0; i < 5; i++) {
        insert(connection, "note");
      }
      connection.commit();
      // The driver sends BEGIN together with the first statement.
      assertThat(proxy.roundTripCount() - before).isEqualTo(6);
    }
    assertThat(proxy.connectionCount()).isEqualTo(1);
    assertThat(proxy.byteCount(Direction.TO_SERVER)).isPositive();
    assertThat(proxy.byteCount(Direction.TO_CLIENT)).isPositive();
  }

  @Test
  void theServersReadinessIsCountedOncePerRequest() throws SQLException {
    try (Connection connection = connect(Map.of("preferQueryMode", "simple"))) {
      long afterLogin = proxy.readyForQueryCount();
      insert(connection, "one");
      insert(connection, "two");
      assertThat(afterLogin).isPositive();
      assertThat(proxy.readyForQueryCount() - afterLogin).isEqualTo(2);
    }
  }

  @Test
  void aBatchIsOneRoundTrip() throws SQLException {
    try (Connection connection = connect(Map.of());
        PreparedStatement statement =
            connection.prepareStatement("INSERT INTO payments (note) VALUES (?)")) {
      for (int i = 0; i < 20; i++) {
        statement.setString(1, "note " + i);
        statement.addBatch();
      }
      long before = proxy.roundTripCount();
      statement.executeBatch();
      assertThat(proxy.roundTripCount() - before).isEqualTo(1);
    }
    assertThat(paymentCount()).isEqualTo(20);
  }

  @Test
  void aRefusedConnectionFailsTheLogin() {
    proxy.refuseNew();
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> connect(Map.of()))
        .satisfies(e -> assertThat(e.getSQLState()).startsWith("08"));
  }

  @Test
  void aBlackHoleIsFeltAsATimeout() throws SQLException {
    try (Connection connection = connect(Map.of())) {
      insert(connection, "first");
      proxy.blackHole(Direction.TO_CLIENT);
      connection.setNetworkTimeout(Runnable::run, 1_000);
      assertBroken(() -> insert(connection, "second"));
    }
  }

  private Connection connect(Map<String, String> driverProperties) throws SQLException {
    return database.dataSourceVia(proxy.host(), proxy.port(), driverProperties).getConnection();
  }

  private long paymentCount() {
    return database.queryLong("SELECT count(*) FROM payments");
  }

  static void insert(Connection connection, String note) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO payments (note) VALUES (?)")) {
      statement.setString(1, note);
      statement.executeUpdate();
    }
  }

  interface SqlWork {
    void run() throws SQLException;
  }

  private static void assertBroken(SqlWork work) {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(work::run)
        .satisfies(e -> assertThat(e.getSQLState()).startsWith("08"));
  }
}
