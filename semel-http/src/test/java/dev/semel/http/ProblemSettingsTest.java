package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProblemSettingsTest {
  @Test
  void everyKindHasAnAbsoluteTypeATitleAndACodeOfItsOwn() {
    ProblemSettings settings = ProblemSettings.standard();

    assertThat(ProblemKind.values()).extracting(settings::typeOf).doesNotHaveDuplicates();
    assertThat(ProblemKind.values()).extracting(ProblemKind::title).doesNotHaveDuplicates();
    for (ProblemKind kind : ProblemKind.values()) {
      assertThat(URI.create(settings.typeOf(kind)).isAbsolute()).isTrue();
      assertThat(kind.code()).matches("[a-z_]{3,}");
      assertThat(settings.statusOf(kind)).isBetween(400, 599);
    }
  }

  @Test
  void onlyWhatIsTheCallersAffairHasAnotherStatus() {
    ProblemSettings settings = ProblemSettings.standard();

    assertThat(settings.status(ProblemKind.IN_PROGRESS, 423).statusOf(ProblemKind.IN_PROGRESS))
        .isEqualTo(423);
    assertThat(settings.statusOf(ProblemKind.IN_PROGRESS)).isEqualTo(409);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.status(ProblemKind.STORE_UNAVAILABLE, 400));
    for (int nonsense : new int[] {200, 399, 500}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> settings.status(ProblemKind.MISMATCH, nonsense));
    }
  }

  @Test
  void aRelativeTypeBaseIsRefused() {
    for (String base : Arrays.asList("/problems/", "problems", "")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ProblemSettings.standard().typeBase(base));
    }
  }
}
