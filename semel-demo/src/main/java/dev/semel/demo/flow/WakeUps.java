package dev.semel.demo.flow;

import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Wakes the relay whenever a command has committed events. */
@Component
class WakeUps implements SemelListener {
  private final ObjectProvider<Flow> flow;

  WakeUps(ObjectProvider<Flow> flow) {
    this.flow = flow;
  }

  @Override
  public void onChange(StateChange change) {}

  @Override
  public void onPublished(int events) {
    flow.ifAvailable(Flow::wakeUp);
  }
}
