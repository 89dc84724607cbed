package dev.semel.compatibility;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Something the application does after a transaction has committed, such as sending a mail. */
@Component
class AfterCommit {
  private final ApplicationEventPublisher events;
  private final List<String> done = new CopyOnWriteArrayList<>();

  AfterCommit(ApplicationEventPublisher events) {
    this.events = events;
  }

  /** Something that happened. */
  record Happened(String what) {}

  void publish(String what) {
    events.publishEvent(new Happened(what));
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
  void committed(Happened happened) {
    done.add("after commit: " + happened.what());
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_ROLLBACK)
  void rolledBack(Happened happened) {
    done.add("after rollback: " + happened.what());
  }

  /** What was done since the last call. */
  List<String> take() {
    List<String> taken = List.copyOf(done);
    done.clear();
    return taken;
  }
}
