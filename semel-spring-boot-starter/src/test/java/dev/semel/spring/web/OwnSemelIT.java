package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.spring.web.NoteController.Notebook;
import java.net.http.HttpResponse;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that made a Semel of its own on the data source bean. */
class OwnSemelIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {NoteController.class, Notebook.class, OwnSemel.class};
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnSemel {
    @Bean
    Semel semel(DataSource dataSource) {
      return Semel.on(PostgresStore.builder(dataSource).migrate().build());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/notes", "/unprotected?page=1"})
  void whatTheHandlerWritesCommitsWithTheRecord(String path) {
    HttpResponse<String> response = post(path, note());
    assertThat(response.statusCode()).isLessThan(300);
    assertThat(notes()).isOne();
    assertThat(records()).isOne();
  }
}
