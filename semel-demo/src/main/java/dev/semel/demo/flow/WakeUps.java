package dev.semel.demo.flow;

import dev.semel.demo.notices.NoticeWebhooks;
import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Wakes the relays whenever a command has committed events. */
@Component
class WakeUps implements SemelListener {
  private final ObjectProvider<Flow> flow;
  private final ObjectProvider<NoticeWebhooks> notices;

  WakeUps(ObjectProvider<Flow> flow, ObjectProvider<NoticeWebhooks> notices) {
    this.flow = flow;
    this.notices = notices;
  }

  @Override
  public void onChange(StateChange change) {}

  @Override
  public void onPublished(int events) {
    flow.ifAvailable(Flow::wakeUp);
    notices.ifAvailable(NoticeWebhooks::wakeUp);
  }
}
