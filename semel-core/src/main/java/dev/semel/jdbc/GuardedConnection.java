package dev.semel.jdbc;

import dev.semel.TransactionMisuseException;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The connection that an effect works on. Everything that would end the transaction, or change what
 * it is, is refused in words that say what to do; everything else goes to the real connection.
 * Savepoints may be set and rolled back to, but only those set here: rolling back to an earlier one
 * would undo the claim.
 *
 * <p>Statements are handed out as the driver made them. Ending the transaction through one of them,
 * by {@code COMMIT} as SQL or by {@code statement.getConnection().commit()}, is not stopped here;
 * the store finds it out when the intent is settled and says so.
 *
 * <p>For one thread, like any connection.
 */
public final class GuardedConnection implements Connection {
  private final Connection target;
  private final Set<Savepoint> own = Collections.newSetFromMap(new IdentityHashMap<>());

  public GuardedConnection(Connection target) {
    this.target = target;
  }

  private static TransactionMisuseException refused(String what) {
    return new TransactionMisuseException(
        "an effect must not %s its transaction: Semel commits it together with the outcome, or rolls it back. Return to commit; throw, or call effect.reject, to roll back"
            .formatted(what));
  }

  @Override
  public void commit() throws SQLException {
    throw refused("commit");
  }

  @Override
  public void rollback() throws SQLException {
    throw refused("roll back");
  }

  @Override
  public void close() throws SQLException {
    throw refused("close the connection of");
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    throw refused("abort the connection of");
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    throw refused("change autocommit of");
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    throw refused("change the access mode of");
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    throw refused("change the isolation of");
  }

  @Override
  public void setCatalog(String catalog) throws SQLException {
    throw refused("change the catalog of");
  }

  @Override
  public void setSchema(String schema) throws SQLException {
    throw refused("change the schema of");
  }

  @Override
  public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    throw refused("change the network timeout of");
  }

  @Override
  public void setClientInfo(String name, String value) throws SQLClientInfoException {
    target.setClientInfo(name, value);
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    target.setClientInfo(properties);
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    return remembered(target.setSavepoint());
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return remembered(target.setSavepoint(name));
  }

  private Savepoint remembered(Savepoint savepoint) {
    own.add(savepoint);
    return savepoint;
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    refuseForeign(savepoint);
    target.rollback(savepoint);
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    refuseForeign(savepoint);
    target.releaseSavepoint(savepoint);
  }

  private void refuseForeign(Savepoint savepoint) {
    if (!own.contains(savepoint)) {
      throw new TransactionMisuseException(
          "an effect may use only savepoints that it set itself; this one was set before the intent was claimed, and rolling back to it would undo the claim");
    }
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return target.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return target.isWrapperFor(type);
  }

  @Override
  public Statement createStatement() throws SQLException {
    return target.createStatement();
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return target.prepareStatement(sql);
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return target.prepareCall(sql);
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    return target.nativeSQL(sql);
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    return target.getAutoCommit();
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return target.getMetaData();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return target.isReadOnly();
  }

  @Override
  public String getCatalog() throws SQLException {
    return target.getCatalog();
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    return target.getTransactionIsolation();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    return target.getWarnings();
  }

  @Override
  public void clearWarnings() throws SQLException {
    target.clearWarnings();
  }

  @Override
  public Statement createStatement(int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return target.createStatement(resultSetType, resultSetConcurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return target.prepareStatement(sql, resultSetType, resultSetConcurrency);
  }

  @Override
  public CallableStatement prepareCall(String sql, int resultSetType, int resultSetConcurrency)
      throws SQLException {
    return target.prepareCall(sql, resultSetType, resultSetConcurrency);
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    return target.getTypeMap();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    target.setTypeMap(map);
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    target.setHoldability(holdability);
  }

  @Override
  public int getHoldability() throws SQLException {
    return target.getHoldability();
  }

  @Override
  public Statement createStatement(
      int resultSetType, int resultSetConcurrency, int resultSetHoldability) throws SQLException {
    return target.createStatement(resultSetType, resultSetConcurrency, resultSetHoldability);
  }

  @Override
  public PreparedStatement prepareStatement(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException {
    return target.prepareStatement(sql, resultSetType, resultSetConcurrency, resultSetHoldability);
  }

  @Override
  public CallableStatement prepareCall(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException {
    return target.prepareCall(sql, resultSetType, resultSetConcurrency, resultSetHoldability);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return target.prepareStatement(sql, autoGeneratedKeys);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    return target.prepareStatement(sql, columnIndexes);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    return target.prepareStatement(sql, columnNames);
  }

  @Override
  public Clob createClob() throws SQLException {
    return target.createClob();
  }

  @Override
  public Blob createBlob() throws SQLException {
    return target.createBlob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    return target.createNClob();
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    return target.createSQLXML();
  }

  @Override
  public boolean isValid(int timeout) throws SQLException {
    return target.isValid(timeout);
  }

  @Override
  public @Nullable String getClientInfo(String name) throws SQLException {
    return target.getClientInfo(name);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    return target.getClientInfo();
  }

  @Override
  public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    return target.createArrayOf(typeName, elements);
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    return target.createStruct(typeName, attributes);
  }

  @Override
  public @Nullable String getSchema() throws SQLException {
    return target.getSchema();
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    return target.getNetworkTimeout();
  }

  @Override
  public boolean isClosed() throws SQLException {
    return target.isClosed();
  }
}
