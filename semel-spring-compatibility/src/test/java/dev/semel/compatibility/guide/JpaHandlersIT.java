package dev.semel.compatibility.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The guide page on JPA handlers does what it says. Hibernate creates the tables, as on H2. */
@SpringBootTest(
    classes = JpaHandlersIT.Application.class,
    properties = {
      "semel.tenant=north",
      "semel.test.embedded-postgres=true",
      "spring.jpa.open-in-view=false"
    })
@AutoConfigureMockMvc
@WithMockUser
class JpaHandlersIT {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      exclude = {DataJdbcRepositoriesAutoConfiguration.class, MybatisAutoConfiguration.class})
  @EnableJpaRepositories
  @EntityScan
  @ComponentScan
  static class Application {}

  @Autowired MockMvcTester mvc;
  @Autowired JdbcClient jdbc;

  private final String key = "key-" + UUID.randomUUID();

  private MvcTestResult post(String path, String idempotencyKey) {
    return mvc.post()
        .uri(path)
        .with(SecurityMockMvcRequestPostProcessors.csrf())
        .header("Idempotency-Key", idempotencyKey)
        .contentType(MediaType.APPLICATION_JSON)
        .content("{\"amount\": 5}")
        .exchange();
  }

  private long attempts() {
    return jdbc.sql("SELECT count(*) FROM attempt").query(Long.class).single();
  }

  @Test
  void accountIsFoundOrCreatedAndChangedOnce() {
    assertThat(post("/accounts/DE-1", key + "-1")).hasStatusOk();
    assertThat(post("/accounts/DE-1", key + "-2")).hasStatusOk();
    long before = attempts();
    assertThat(post("/accounts/DE-1/deposits", key))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.version")
        .isEqualTo(1);
    assertThat(post("/accounts/DE-1/deposits", key))
        .hasHeader("Idempotent-Replayed", "true")
        .bodyJson()
        .extractingPath("$.version")
        .isEqualTo(1);
    assertThat(jdbc.sql("SELECT balance FROM account").query(Long.class).single()).isEqualTo(5);
    assertThat(attempts()).isEqualTo(before + 1);
  }

  @Test
  void attemptStaysWhenItsCommandFails() {
    long before = attempts();
    assertThat(post("/accounts/none/deposits", key))
        .failure()
        .hasMessageContaining("No value present");
    assertThat(attempts()).isEqualTo(before + 1);
  }
}
