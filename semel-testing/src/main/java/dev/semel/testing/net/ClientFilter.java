package dev.semel.testing.net;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks for the messages from the client that set off a fault. */
final class ClientFilter implements Pump.Filter {

  private final Conversation conversation;
  private final Faults faults;
  private final Traffic traffic;
  private final ClientStream stream;
  private final PreparedStatements statements = new PreparedStatements();
  private final PendingRequest pending = new PendingRequest();

  ClientFilter(Conversation conversation, Faults faults, Traffic traffic) {
    this.conversation = conversation;
    this.faults = faults;
    this.traffic = traffic;
    this.stream = new ClientStream(conversation);
  }

  @Override
  public Optional<Fault> take(byte[] chunk, int length, ByteArrayOutputStream passed) {
    stream.add(chunk, length);
    while (true) {
      RequestWatcher watcher = faults.watcher();
      ClientPiece piece = stream.next(watcher != null);
      if (piece == null) {
        return Optional.empty();
      }
      Optional<Fault> cut =
          watcher != null && piece.isPartOfRequest()
              ? hold(piece, watcher, passed)
              : pass(piece, passed);
      if (cut.isPresent()) {
        return cut;
      }
    }
  }

  private Optional<Fault> pass(ClientPiece piece, ByteArrayOutputStream passed) {
    passed.writeBytes(pending.take());
    Optional<Fault> cut = look(piece);
    if (cut.isEmpty()) {
      passed.writeBytes(piece.bytes());
    }
    return cut;
  }

  /** Holds a request until it is complete, and then does with it what the watcher decides. */
  private Optional<Fault> hold(
      ClientPiece piece, RequestWatcher watcher, ByteArrayOutputStream passed) {
    statements.follow(piece);
    pending.add(piece, statements);
    if (!piece.asksForAnswer()) {
      return Optional.empty();
    }
    String sql = pending.sql();
    byte[] request = pending.take();
    // What is sent after a request whose reply is lost was sent without waiting for it.
    boolean isDecided = sql.isEmpty() || conversation.isDoomed();
    RequestFate fate = isDecided ? RequestFate.pass() : watcher.decide(sql);
    Fault fault = new Fault(sql, 1);
    if (fate.kind() == RequestFate.Kind.CUT) {
      return Optional.of(fault);
    }
    if (fate.kind() == RequestFate.Kind.LOSE_REPLY) {
      conversation.loseNextReply(fault, fate.whenDone());
    }
    passed.writeBytes(fate.kind() == RequestFate.Kind.FAIL ? fail(fate.insteadOf(sql)) : request);
    if (conversation.requested()) {
      traffic.countRoundTrip();
    }
    return Optional.empty();
  }

  private byte[] fail(FailingRequest failing) {
    if (failing.endsTransaction()) {
      conversation.hideNextCompletion();
    }
    return failing.bytes();
  }

  @Override
  public void end(ByteArrayOutputStream passed) {
    passed.writeBytes(pending.take());
    passed.writeBytes(stream.rest());
  }

  // All that the other direction must know is said before the message is on its way, so the answer
  // cannot be faster.
  private Optional<Fault> look(ClientPiece piece) {
    if (piece.type() == ClientPiece.ENCRYPTION_REQUEST) {
      conversation.askedForEncryption();
    }
    if (!piece.isMessage()) {
      return Optional.empty();
    }
    statements.follow(piece);
    MessageRule rule = firstThatFires(piece);
    if (rule != null && rule.action() == MessageRule.Action.CUT_BEFORE) {
      return Optional.of(rule.fault());
    }
    if (rule != null && !conversation.loseNextReply(rule.fault(), () -> {})) {
      rule.fault().unclaim();
    }
    if (piece.asksForAnswer() && conversation.requested()) {
      traffic.countRoundTrip();
    }
    return Optional.empty();
  }

  private @Nullable MessageRule firstThatFires(ClientPiece message) {
    for (MessageRule rule : faults.messageRules()) {
      if (matches(rule, message) && rule.fault().claim()) {
        return rule;
      }
    }
    return null;
  }

  private boolean matches(MessageRule rule, ClientPiece message) {
    if (message.type() == ClientPiece.PARSE) {
      return false;
    }
    return rule.isIn(message.bytes()) || rule.isIn(statements.sqlRunBy(message));
  }
}
