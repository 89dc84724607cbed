package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.spring.guide.CaseController.OpenCase;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.TestPropertySource;

/** A test of an application whose properties still name another database. */
@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:casework",
      "spring.datasource.driver-class-name=org.h2.Driver",
      "spring.datasource.username=sa"
    })
@TestPropertySource("embedded-postgres.properties")
class EmbeddedPostgresIT {
  @Autowired Programmatic programmatic;

  @Test
  void commandsRunOnTheEmbeddedDatabase() {
    OpenCase request = new OpenCase("smoke");
    assertThat(programmatic.open("north", "key-1", request)).isInstanceOf(Outcome.Executed.class);
    assertThat(programmatic.open("north", "key-1", request)).isInstanceOf(Outcome.Replayed.class);
  }
}
