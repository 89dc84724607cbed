package dev.semel.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.OnFailure;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Idempotent.Leased;
import dev.semel.spring.Idempotent.LostOutcome;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewFilter;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The differences between a protected handler and an unprotected one that {@link Comparison} does
 * not show. A request without a key is unprotected.
 */
@SpringBootTest(
    classes = Applications.WithJpa.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "semel.tenant=north",
      "spring.security.user.name=olga",
      "spring.security.user.password=olga",
      "spring.jpa.open-in-view=false",
      "spring.jpa.properties.hibernate.cache.use_second_level_cache=true",
      "spring.jpa.properties.hibernate.cache.region.factory_class=jcache",
      "spring.jpa.properties.hibernate.javax.cache.missing_cache_strategy=create"
    })
@AutoConfigureTestRestTemplate
@Import(DifferencesIT.Parts.class)
@ExtendWith(OutputCaptureExtension.class)
class DifferencesIT {
  private static final PostgresDatabase DATABASE =
      PostgresServer.shared().newDatabase("differences");

  @TestConfiguration
  @Import({Handlers.class, Checks.class})
  static class Parts {
    /** In front of all other filters, so that it opens the entity manager before the command. */
    @Bean
    FilterRegistrationBean<OpenEntityManagerInViewFilter> openEntityManagers() {
      FilterRegistrationBean<OpenEntityManagerInViewFilter> registration =
          new FilterRegistrationBean<>(new OpenEntityManagerInViewFilter());
      registration.addUrlPatterns("/viewed", "/viewed-late");
      registration.setOrder(Integer.MIN_VALUE);
      return registration;
    }

    /** A check of the application that runs in front of a handler. */
    @Bean
    WebMvcConfigurer checks(Checks checks) {
      return new WebMvcConfigurer() {
        @Override
        public void addInterceptors(InterceptorRegistry registry) {
          registry.addInterceptor(checks).addPathPatterns("/statuses/*");
        }
      };
    }

    /** Such as one that looks up who sends the request. */
    @Bean
    FilterRegistrationBean<Filter> readingFilter(Settings settings) {
      FilterRegistrationBean<Filter> registration =
          new FilterRegistrationBean<>(
              (request, response, chain) -> {
                settings.count();
                chain.doFilter(request, response);
              });
      registration.addUrlPatterns("/viewed");
      registration.setOrder(Integer.MIN_VALUE + 1);
      return registration;
    }
  }

  /** Counts its calls. */
  static class Checks implements HandlerInterceptor {
    final AtomicInteger calls = new AtomicInteger();

    @Override
    public boolean preHandle(
        HttpServletRequest request, HttpServletResponse response, Object handler) {
      calls.incrementAndGet();
      return true;
    }
  }

  /** A setting of the application, which Hibernate keeps in its second-level cache. */
  @Entity
  @Cacheable
  @Table(name = "setting")
  static class Setting {
    @Id private String name = "";

    protected Setting() {}

    Setting(String name) {
      this.name = name;
    }
  }

  /** Settings. */
  interface Settings extends JpaRepository<Setting, String> {}

  @RestController
  static class Handlers {
    private final JpaBank bank;
    private final Settings settings;

    Handlers(JpaBank bank, Settings settings) {
      this.bank = bank;
      this.settings = settings;
    }

    @PostMapping("/statuses/{status}")
    @Idempotent(required = false)
    ResponseEntity<String> status(@PathVariable int status) {
      bank.note("note");
      return ResponseEntity.status(status).body("answer");
    }

    @PostMapping("/other-threads")
    @Idempotent(required = false)
    void otherThreads() {
      bank.note("own");
      CompletableFuture.runAsync(() -> bank.note("asynchronous")).join();
      throw new IllegalStateException("failed");
    }

    @PostMapping({"/viewed", "/viewed-late"})
    @Idempotent(required = false)
    void viewed() {
      bank.note("note");
    }

    @PostMapping("/leased")
    @Idempotent(
        required = false,
        leased =
            @Leased(length = "30s", lostOutcome = LostOutcome.BLOCK, onFailure = OnFailure.UNKNOWN))
    void leased() {
      throw new ResponseStatusException(HttpStatus.CONFLICT);
    }

    @PostMapping("/large")
    @Idempotent(required = false)
    List<Integer> large() {
      return IntStream.range(0, 10_000).boxed().toList();
    }

    @PostMapping("/validated")
    @Idempotent
    void validated(@RequestBody @Valid Endpoints.Request request) {
      bank.note(request.text());
    }

    @PostMapping("/cached/{fate}")
    @Idempotent(required = false)
    void cached(@PathVariable String fate) {
      settings.save(new Setting("colour"));
      if (fate.equals("failed")) {
        throw new IllegalStateException("failed");
      }
    }
  }

  @Autowired private TestRestTemplate client;
  @Autowired private EntityManagerFactory entityManagers;
  @Autowired private Checks checks;

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    properties.add("spring.datasource.url", DATABASE::jdbcUrl);
    Tables.create(DATABASE);
    DATABASE.execute("CREATE TABLE setting (name text PRIMARY KEY)");
  }

  @BeforeEach
  void reset() {
    Tables.fill(DATABASE);
    DATABASE.execute("TRUNCATE setting");
    entityManagers.getCache().evictAll();
  }

  private ResponseEntity<String> post(String path, HttpHeaders headers) {
    headers.setContentType(MediaType.APPLICATION_JSON);
    return client
        .withBasicAuth("olga", "olga")
        .exchange(
            path, HttpMethod.POST, new HttpEntity<>("{\"text\": \"\"}", headers), String.class);
  }

  private ResponseEntity<String> unprotected(String path) {
    return post(path, new HttpHeaders());
  }

  private ResponseEntity<String> withKey(String path, String key) {
    HttpHeaders headers = new HttpHeaders();
    headers.set("Idempotency-Key", key);
    return post(path, headers);
  }

  private ResponseEntity<String> withKey(String path) {
    return withKey(path, "key-" + UUID.randomUUID());
  }

  private static long notes() {
    return DATABASE.queryLong("SELECT count(*) FROM note");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 408, 425, 429})
  void answerThatIsNotStoredUndoesTheCommand(int status) {
    String key = "key-" + UUID.randomUUID();
    assertThat(unprotected("/statuses/" + status).getStatusCode().value()).isEqualTo(status);
    assertThat(notes()).isEqualTo(1);

    for (int i = 0; i < 2; i++) {
      ResponseEntity<String> answer = withKey("/statuses/" + status, key);
      assertThat(answer.getStatusCode().value()).isEqualTo(status);
      assertThat(answer.getHeaders().getFirst("Idempotent-Replayed")).isNull();
    }
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void interceptorIsNotCalledForAReplay() {
    String key = "key-" + UUID.randomUUID();
    int before = checks.calls.get();

    unprotected("/statuses/201");
    unprotected("/statuses/201");
    assertThat(checks.calls).hasValue(before + 2);

    withKey("/statuses/201", key);
    ResponseEntity<String> replay = withKey("/statuses/201", key);

    assertThat(replay.getHeaders().getFirst("Idempotent-Replayed")).isEqualTo("true");
    assertThat(checks.calls).hasValue(before + 3);
  }

  @Test
  void errorPageOfALeasedHandlerIsReplayedButForItsTimestamp() {
    String key = "key-" + UUID.randomUUID();
    ResponseEntity<String> first = withKey("/leased", key);
    ResponseEntity<String> replay = withKey("/leased", key);

    assertThat(replay.getHeaders().getFirst("Idempotent-Replayed")).isEqualTo("true");
    assertThat(replay.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
    assertThat(withoutTimestamp(replay)).isEqualTo(withoutTimestamp(first));
  }

  private static String withoutTimestamp(ResponseEntity<String> response) {
    return String.valueOf(response.getBody()).replaceFirst("\"timestamp\":\"[^\"]+\"", "");
  }

  @Test
  void workOnAnotherThreadIsNotUndone() {
    assertThat(withKey("/other-threads").getStatusCode().value()).isEqualTo(500);
    assertThat(DATABASE.query("SELECT text FROM note").toString()).contains("asynchronous");
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void entityManagerThatWasUsedBeforeTheCommandIsRefused(CapturedOutput output) {
    assertThat(unprotected("/viewed").getStatusCode().value()).isEqualTo(200);
    assertThat(withKey("/viewed-late").getStatusCode().value()).isEqualTo(200);
    reset();

    assertThat(withKey("/viewed").getStatusCode().value()).isEqualTo(500);
    assertThat(output).contains("use Spring Boot's spring.jpa.open-in-view");
    assertThat(notes()).isZero();
  }

  @Test
  void protectedAnswerSaysItsLength() {
    ResponseEntity<String> plain = unprotected("/large");
    assertThat(plain.getHeaders().getContentLength()).isEqualTo(-1);

    ResponseEntity<String> first = withKey("/large");
    assertThat(first.getBody()).isEqualTo(plain.getBody());
    assertThat(first.getHeaders().getContentLength())
        .isEqualTo(String.valueOf(first.getBody()).length());
  }

  @Test
  void missingKeyIsRefusedBeforeTheBodyIsValidated() {
    assertThat(unprotected("/validated").getBody()).contains("\"code\":\"key_missing\"");
    assertThat(withKey("/validated").getBody()).doesNotContain("key_missing");
  }

  @Test
  void secondLevelCacheIsFilledByACommandAndClearedIfItFails() {
    assertThat(withKey("/cached/done").getStatusCode().value()).isEqualTo(200);
    assertThat(entityManagers.getCache().contains(Setting.class, "colour")).isTrue();
    reset();

    assertThat(withKey("/cached/failed").getStatusCode().value()).isEqualTo(500);
    assertThat(entityManagers.getCache().contains(Setting.class, "colour")).isFalse();
    assertThat(DATABASE.queryLong("SELECT count(*) FROM setting")).isZero();
  }
}
