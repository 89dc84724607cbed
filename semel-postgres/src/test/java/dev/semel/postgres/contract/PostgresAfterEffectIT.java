package dev.semel.postgres.contract;

import dev.semel.testing.contract.AfterEffectContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresAfterEffectIT extends AfterEffectContract<Connection> {
  private final PostgresFixture fixture;

  PostgresAfterEffectIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
