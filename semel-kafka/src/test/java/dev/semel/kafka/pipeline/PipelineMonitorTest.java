package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineMonitorTest {
  private final List<PipelineChange> heard = new ArrayList<>();

  private PipelineMonitor after(Error error) {
    PipelineListener broken =
        change -> {
          throw error;
        };
    return new PipelineMonitor("p", List.of(broken, heard::add));
  }

  @Test
  void anErrorOfAListenerIsItsOwn() {
    after(new NoClassDefFoundError("Gone")).fenced("p:n:0");
    after(new StackOverflowError()).fenced("p:n:0");
    assertThat(heard).hasSize(2);
  }

  @Test
  void aMachineWithoutMemoryIsNotTheListeners() {
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> after(new OutOfMemoryError()).fenced("p:n:0"));
  }
}
