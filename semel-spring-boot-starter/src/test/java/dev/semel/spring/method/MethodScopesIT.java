package dev.semel.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.UnansweredException;
import dev.semel.spring.method.Desk.CaseOpened;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

/** Whose key it is, and what counts beside it. */
class MethodScopesIT extends DeskContract {
  @Test
  void theKeyOfAnotherUserIsAnotherCommand() throws IOException {
    CaseOpened olgas = desk().open(request());
    logIn("sam");
    assertThat(desk().open(request())).isNotEqualTo(olgas);
    assertThat(effects()).isEqualTo(2);
  }

  @Test
  void theKeyOfAnotherTenantIsAnotherCommand() throws IOException {
    CaseOpened norths = desk().open(request());
    bean(Tenant.class).name.set("south");
    assertThat(desk().open(request())).isNotEqualTo(norths);
    assertThat(effects()).isEqualTo(2);
  }

  @Test
  void whoMayNotAnyMoreIsNotGivenTheAnswerEither() {
    desk().openRestricted(commandId);
    logIn("olga", "RETIRED");
    assertThatExceptionOfType(AccessDeniedException.class)
        .isThrownBy(() -> desk().openRestricted(commandId));
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void tenantAndPrincipalAreInTheRecord() throws IOException {
    desk().open(request());
    assertThat(
            database()
                .query("SELECT tenant, principal FROM semel.intent WHERE key = ?", commandId)
                .toString())
        .isEqualTo("[{tenant=north, principal=olga}]");
  }

  @Test
  void withoutATenantNothingRuns() {
    bean(Tenant.class).name.set(null);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> desk().open(request()))
        .withMessageContaining("nobody can say for which tenant");
    assertThat(effects()).isZero();
  }

  @Test
  void guestsNeverShareABucket() {
    SecurityContextHolder.getContext()
        .setAuthentication(
            new AnonymousAuthenticationToken(
                "key", "guest", AuthorityUtils.createAuthorityList("ANONYMOUS")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> desk().open(request()))
        .withMessageContaining("nobody can say by whom");
    assertThat(effects()).isZero();
  }

  @Test
  void whoIsNotLoggedInIsRefused() {
    SecurityContextHolder.clearContext();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> desk().open(request()))
        .withMessageContaining("principal = \"null\"");
    assertThat(effects()).isZero();
  }

  @Test
  void workThatNoUserAskedForSaysSo() {
    SecurityContextHolder.clearContext();
    CaseOpened first = desk().openByNobody(commandId);
    logIn("sam");
    assertThat(desk().openByNobody(commandId)).isEqualTo(first);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void theTenantMayBeAnArgument() {
    desk().openFor(commandId, "east");
    desk().openFor(commandId, "west");
    assertThat(
            database()
                .query("SELECT tenant FROM semel.intent WHERE key = ? ORDER BY tenant", commandId)
                .toString())
        .isEqualTo("[{tenant=east}, {tenant=west}]");
  }

  @Test
  void theKeyMayComeFromABean() {
    String complaint = commandId;
    desk().openByKeyOf(complaint);
    commandId = "key-of-" + complaint;
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void aCallWithoutAKeyIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> desk().nothing(""))
        .withMessageContaining("Desk.nothing(String) was called without a key")
        .withMessageContaining("#commandId");
  }

  @Test
  void aKeyIsTextANumberOrAUuid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> desk().keyedByAnObject(request()))
        .withMessageContaining("gives a OpenCase; give text, a whole number or a UUID");
    assertThat(effects()).isZero();
  }

  @Test
  void onlyWhatIsChosenCounts() {
    Instant sentAt = Instant.parse("2026-11-16T08:00:00Z");
    CaseOpened first = desk().openSentAt(commandId, "noise", sentAt);
    assertThat(desk().openSentAt(commandId, "noise", sentAt.plusMillis(5))).isEqualTo(first);
    for (Runnable other :
        List.<Runnable>of(
            () -> desk().openSentAt(commandId, "smoke", sentAt),
            () -> desk().openSentAt(commandId, "noise", sentAt.plusSeconds(1)))) {
      assertThatExceptionOfType(UnansweredException.class).isThrownBy(other::run);
    }
    assertThat(effects()).isEqualTo(1);
  }
}
