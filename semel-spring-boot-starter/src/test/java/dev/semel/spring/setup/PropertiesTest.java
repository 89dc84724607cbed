package dev.semel.spring.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.semel.http.IdempotencyFilter;
import dev.semel.http.ProblemKind;
import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import dev.semel.spring.SemelProperties;
import dev.semel.spring.SpringTransactions.OtherDataSources;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PropertiesTest {
  private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

  private static SemelProperties bind(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate("semel", SemelProperties.class);
  }

  private static List<JsonNode> metadata(String part) throws IOException {
    try (InputStream json = PropertiesTest.class.getResourceAsStream(METADATA)) {
      return JsonMapper.builder()
          .build()
          .readTree(Objects.requireNonNull(json))
          .path(part)
          .valueStream()
          .filter(entry -> entry.path("name").asString().startsWith("semel"))
          .toList();
    }
  }

  @Test
  void everyPropertySaysWhatItMeans() throws IOException {
    assertThat(metadata("properties"))
        .hasSizeGreaterThan(20)
        .allSatisfy(
            property ->
                assertThat(property.path("description").asString())
                    .as("%s", property)
                    .matches("[A-Z].*\\.")
                    .doesNotContain("{@"));
  }

  @Test
  void everyPropertyHasADefaultOrSaysWhatHoldsWithoutIt() throws IOException {
    assertThat(metadata("properties"))
        .allSatisfy(
            property ->
                assertThat(
                        property.has("defaultValue")
                            || property.path("description").asString().contains("unless set"))
                    .as("%s", property)
                    .isTrue());
  }

  @Test
  void everyGroupSaysWhatItIsAbout() throws IOException {
    assertThat(metadata("groups"))
        .allSatisfy(
            group -> assertThat(group.path("description").asString()).as("%s", group).isNotEmpty());
  }

  @Test
  void theDefaultsAreThoseThatTheMetadataTells() {
    SemelProperties properties = bind(Map.of());
    assertThat(properties.postgres()).isEqualTo(new SemelProperties.Postgres("semel", true));
    assertThat(properties.transactions().otherDataSources()).isEqualTo(OtherDataSources.REFUSED);
    assertThat(properties.defaults().retention()).isEqualTo(Duration.ofDays(7));
    assertThat(properties.defaults().waitUpTo()).isZero();
    assertThat(properties.http().waitUpTo()).isEqualTo(Route.DEFAULT_WAIT);
    assertThat(properties.http().maxWaiting()).isEqualTo(IdempotencyFilter.DEFAULT_MAX_WAITING);
    assertThat(properties.http().scopedBy()).isEqualTo(ScopedBy.TEMPLATE);
    assertThat(properties.http().order()).isEqualTo(-50);
    assertThat(properties.http().headerNames()).containsExactly("Idempotency-Key");
    assertThat(properties.http().problems().statuses()).isEmpty();
    assertThat(properties.dataSource()).isNull();
  }

  @Test
  void textIsRead() {
    SemelProperties properties =
        bind(
            Map.of(
                "semel.http.problems.statuses.in-progress", "423",
                "semel.http.header-names", "Idempotency-Key,X-Request-Key",
                "semel.defaults.wait-up-to", "2s",
                "semel.transactions.other-data-sources", "allowed"));
    assertThat(properties.http().problems().statuses())
        .isEqualTo(Map.of(ProblemKind.IN_PROGRESS, 423));
    assertThat(properties.http().headerNames()).containsExactly("Idempotency-Key", "X-Request-Key");
    assertThat(properties.defaults().waitUpTo()).isEqualTo(Duration.ofSeconds(2));
  }

  static Stream<Arguments> nonsense() {
    return Stream.of(
        arguments("semel.data-source", " ", "semel.data-source is blank"),
        arguments("semel.tenant", "", "semel.tenant is blank"),
        arguments("semel.node", "n".repeat(101), "semel.node has 101 characters"),
        arguments("semel.defaults.retention", "5s", "retention is PT5S"),
        arguments("semel.defaults.wait-up-to", "1h", "wait for a duplicate is PT1H"),
        arguments("semel.health.max-stale-age", "-1s", "semel.health.max-stale-age is PT-1S"),
        arguments("semel.http.order", "-100", "semel.http.order is -100; give -99 to 0"),
        arguments("semel.http.header-names", "", "semel.http.header-names is empty"),
        arguments("semel.http.max-waiting", "-1", "semel.http.max-waiting is -1"),
        arguments("semel.http.wait-up-to", "1h", "wait for a duplicate is PT1H"),
        arguments("semel.http.max-request-size", "0B", "semel.http.max-request-size is 0B"),
        arguments("semel.http.max-response-size", "3GB", "semel.http.max-response-size is"),
        arguments("semel.http.spool-to", "/no/such/place", "semel.http.spool-to is /no/such/place"),
        arguments("semel.http.problems.type-base", "problems/", "must be absolute"),
        arguments("semel.http.problems.statuses.in-progress", "200", "cannot have status 200"),
        arguments("semel.http.quota.max-in-flight", "0", "max in flight is 0"));
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void nonsenseIsRefusedInWordsThatHelp(String property, String value, String words) {
    assertThatThrownBy(() -> bind(Map.of(property, value))).rootCause().hasMessageContaining(words);
  }
}
