package dev.semel.spring.web;

import dev.semel.spring.Idempotent;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import dev.semel.spring.web.NoteController.Taken;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes notes from anybody. */
@RestController
class OpenNotes {
  /** Lets anybody in who does not log in. */
  @Configuration(proxyBeanMethods = false)
  static class Security {
    @Bean
    @Order(0)
    SecurityFilterChain open(HttpSecurity http) {
      return http.securityMatcher("/open/**")
          .csrf(csrf -> csrf.disable())
          .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
          .httpBasic(Customizer.withDefaults())
          .build();
    }
  }

  private final Notebook notebook;

  OpenNotes(Notebook notebook) {
    this.notebook = notebook;
  }

  @PostMapping("/open/{book}/notes")
  @Idempotent
  Taken take(@PathVariable String book, @RequestBody Note note) {
    return notebook.write(note);
  }
}
