package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Semel;
import dev.semel.http.Caller;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.Route;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class FilterSettingsIT {
  private final Semel semel;

  FilterSettingsIT(PostgresDatabase database) {
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  private IdempotencyFilter.Builder builder() {
    return IdempotencyFilter.builder(semel);
  }

  @Test
  void aFilterThatDoesNotKnowItsCallersIsNotBuilt() {
    assertThatIllegalStateException()
        .isThrownBy(() -> builder().route(Route.post("/a")).build())
        .withMessageContaining("callers(…)");
  }

  @Test
  void aFilterHasToKnowItsRoutesInOneWay() {
    IdempotencyFilter.Builder none = builder().callers(request -> Caller.tenant("a"));
    assertThatIllegalStateException().isThrownBy(none::build).withMessageContaining("route(…)");
    IdempotencyFilter.Builder both =
        builder()
            .callers(request -> Caller.tenant("a"))
            .route(Route.post("/a"))
            .routes(request -> null);
    assertThatIllegalStateException().isThrownBy(both::build).withMessageContaining("one way");
  }

  @Test
  void nonsenseSettingsAreRefusedAtOnce() {
    assertThatIllegalArgumentException().isThrownBy(() -> builder().headerNames(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().memoryBytes(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder().maxHeldBytes(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().spoolTo(Path.of("/no/such/directory")))
        .withMessageContaining("not a directory");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                builder()
                    .callers(request -> Caller.tenant("a"))
                    .route(Route.post("/a"))
                    .keepingHeaders("Set-Cookie")
                    .build())
        .withMessageContaining("must not be kept");
  }
}
