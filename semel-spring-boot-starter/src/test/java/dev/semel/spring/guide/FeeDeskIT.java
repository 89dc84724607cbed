package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.RejectedException;
import dev.semel.spring.AutoConfigureSemel;
import dev.semel.spring.guide.FeeDesk.ChargeFee;
import dev.semel.spring.guide.FeeDesk.FeeCharged;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

// snippet: spring-jdbc-test
@JdbcTest(properties = "semel.test.embedded-postgres=true")
@AutoConfigureSemel
@Import({FeeDesk.class, Callers.class})
@Transactional(propagation = Propagation.NOT_SUPPORTED) // commands commit for themselves
@WithMockUser("north-olga")
class FeeDeskIT {
  @Autowired FeeDesk desk;
  @Autowired JdbcClient jdbc;

  @BeforeEach
  void openACase() {
    jdbc.sql("DELETE FROM public.casefile").update();
    jdbc.sql(
            "INSERT INTO public.casefile (id, tenant, complaint) OVERRIDING SYSTEM VALUE VALUES (1, 'north', 'noise')")
        .update();
  }

  @Test
  void aFeeIsChargedOnceHoweverOftenItIsAskedFor() {
    ChargeFee request = new ChargeFee("command-1", 1, 500);
    assertThat(desk.charge(request)).isEqualTo(new FeeCharged(1, 500));
    assertThat(desk.charge(request)).isEqualTo(new FeeCharged(1, 500));
    assertThat(fees()).isEqualTo(500);
  }

  private long fees() {
    return jdbc.sql("SELECT fee_cents FROM public.casefile WHERE id = 1")
        .query(Long.class)
        .single();
  }

  // end snippet

  @Test
  void aRejectionIsStable() {
    ChargeFee request = new ChargeFee("command-2", 1, 100_001);
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(RejectedException.class)
          .isThrownBy(() -> desk.charge(request))
          .satisfies(no -> assertThat(no.rejection().code()).isEqualTo("FEE_TOO_HIGH"));
    }
  }

  @Test
  void aMessageIsAppliedOnce() {
    desk.charge(new ChargeFee("command-3", 1, 500));
    desk.waive("message-1", "north", 1, 1_000);
    desk.charge(new ChargeFee("command-4", 1, 700));
    desk.waive("message-1", "north", 1, 2_000);
    assertThat(fees()).isEqualTo(700);
  }

  /** What a test that keeps its transaction sees: commands join it, and go with it. */
  @Test
  @Transactional
  void aCommandJoinsTheTransactionOfATest() {
    desk.charge(new ChargeFee("command-5", 1, 500));
    assertThat(fees()).isEqualTo(500);
    assertThat(
            jdbc.sql("SELECT count(*) FROM semel.intent WHERE key = 'command-5'")
                .query(Long.class)
                .single())
        .isEqualTo(1);
  }
  // snippet: spring-jdbc-test
}
// end snippet
