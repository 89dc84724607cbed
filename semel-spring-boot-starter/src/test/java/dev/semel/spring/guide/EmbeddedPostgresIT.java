package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.spring.guide.CaseController.OpenCase;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

@SpringBootTest
@Import(EmbeddedPostgres.class)
class EmbeddedPostgresIT {
  @Autowired Programmatic programmatic;

  @Test
  void commandsRunOnTheEmbeddedDatabase() {
    OpenCase request = new OpenCase("smoke");
    assertThat(programmatic.open("north", "key-1", request)).isInstanceOf(Outcome.Executed.class);
    assertThat(programmatic.open("north", "key-1", request)).isInstanceOf(Outcome.Replayed.class);
  }
}
