package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.CodecException;
import dev.semel.Content;
import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Reference;
import dev.semel.Replay;
import dev.semel.spi.Body;
import dev.semel.spi.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is kept of a result, and what a retry is told of it. Every retry is asked for on another
 * node, so that nothing but the store can answer.
 *
 * @param <T> the store's transaction handle
 */
public abstract class AnswerContract<T> extends StoreContract<T> {
  private static final int CAP_BYTES = 1_000;
  private static final String MEDIA_TYPE = "application/vnd.acme.order+json; charset=\"utf-8\"";

  private static Operation.Taking<String> operation() {
    return Operation.named("place-order").taking(Fingerprinter.text());
  }

  private static <R> Intent<R> intent(Operation<String, R> operation) {
    return operation.intent(TENANT, "k", PAYLOAD);
  }

  private <R> Body<T, R> returning(R result) {
    return effect -> {
      fixture().insertEffect(effect.transaction(), "k");
      return result;
    };
  }

  private <R> void assertKept(Operation<String, R> operation, R result, R other) {
    assertThat(node("a").once(intent(operation), returning(result))).isExecuted().hasResult(result);
    assertThat(node("b").once(intent(operation), returning(other))).isReplayed().hasResult(result);
    assertEffects("k", 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "plain", "two\nlines\u0000and NUL", "Grüße, 世界 🎉"})
  void aTextIsReplayedAsItWas(String text) {
    assertKept(operation().answering(Codec.text()), text, "another");
  }

  @Test
  void everyByteIsReplayedAsItWas() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    assertKept(operation().answering(Codec.bytes("application/octet-stream")), all, new byte[1]);
  }

  @Test
  void noBytesAreReplayedAsNoBytes() {
    assertKept(
        operation().answering(Codec.bytes("application/octet-stream")), new byte[0], new byte[1]);
  }

  @Test
  void aLargeResultIsReplayedAsItWas() {
    String large = "0123456789abcdef".repeat(Replay.DEFAULT_MAX_BYTES / 16);
    assertKept(operation().answering(Codec.text()), large, "another");
  }

  @Test
  void aCommandWithoutAResultIsReplayed() {
    assertKept(operation().answeringNothing(), Done.DONE, Done.DONE);
  }

  @Test
  void aResultOfExactlyTheCapIsKept() {
    byte[] result = new byte[CAP_BYTES];
    assertKept(operation().answering(capped()), result, new byte[1]);
  }

  @Test
  void aResultOfOneByteMoreThanTheCapIsNotKept() {
    Operation<String, byte[]> operation = operation().answering(capped());
    byte[] result = new byte[CAP_BYTES + 1];
    assertThat(node("a").once(intent(operation), returning(result))).isExecuted().hasResult(result);
    assertThat(node("b").once(intent(operation), returning(result))).isReplayed().isNotKept();
    assertEffects("k", 1);
  }

  private static Replay<byte[]> capped() {
    return Replay.full(Codec.bytes("application/octet-stream")).upTo(CAP_BYTES);
  }

  @Test
  void whereOnlyTheStatusIsKeptARetryLearnsThatItWasExecuted() {
    Operation<String, String> operation = operation().answering(Replay.statusOnly());
    assertThat(node("a").once(intent(operation), returning("secret"))).isExecuted();
    assertThat(node("b").once(intent(operation), returning("secret"))).isReplayed().isStatusOnly();
    assertEffects("k", 1);
  }

  @Test
  void whereTheResultMustNotBeKeptARetryIsToldSo() {
    Operation<String, String> operation = operation().answering(Replay.notKept());
    assertThat(node("a").once(intent(operation), returning("secret"))).isExecuted();
    assertThat(node("b").once(intent(operation), returning("secret"))).isReplayed().isNotKept();
    assertEffects("k", 1);
  }

  @Test
  void aReferenceIsReplayedAsTheResourceIsByThen() {
    ConcurrentMap<String, String> shelf = new ConcurrentHashMap<>();
    Operation<String, String> operation = operation().answering(fromShelf(shelf));
    Reference reference = new Reference("book", "b/17 ü");
    assertThat(node("a").once(intent(operation), returning("b/17 ü"))).isExecuted();
    shelf.put(TENANT + " b/17 ü", "as it is now");
    assertThat(node("b").once(intent(operation), returning("b/18")))
        .isReplayed()
        .refersTo(reference)
        .hasResult("as it is now");
    shelf.clear();
    assertThat(node("b").once(intent(operation), returning("b/18"))).refersTo(reference).isGone();
    assertEffects("k", 1);
  }

  private static Replay<String> fromShelf(ConcurrentMap<String, String> shelf) {
    return Replay.reference(
        id -> new Reference("book", id),
        (scope, reference) -> shelf.get(scope.tenant() + " " + reference.id()));
  }

  @Test
  void contentTypeAndSchemaVersionComeBackWithTheBytes() {
    NotingCodec codec = new NotingCodec(7);
    Operation<String, String> operation = operation().answering(codec);
    node("a").once(intent(operation), returning("result"));
    node("b").once(intent(operation), returning("another"));
    assertThat(codec.decoded)
        .containsExactly(new Content(MEDIA_TYPE, 7, "7:result".getBytes(UTF_8)));
  }

  @Test
  void aLaterProgramReadsWhatAnEarlierOneWrote() {
    node("a").once(intent(operation().answering(new NotingCodec(1))), returning("result"));
    NotingCodec later = new NotingCodec(2);
    assertThat(node("b").once(intent(operation().answering(later)), returning("another")))
        .isReplayed()
        .hasResult("1:result");
    assertThat(later.decoded).extracting(Content::schemaVersion).containsExactly(1);
  }

  @Test
  void aResultThatCannotBeWrittenLeavesNothing() {
    Operation<String, String> operation = operation().answering(new NotingCodec(0));
    assertThatThrownBy(() -> node("a").once(intent(operation), returning("result")))
        .isInstanceOf(CodecException.class);
    assertEffects("k", 0);
    assertThat(fixture().countRecords()).isZero();
  }

  @Test
  void whatIsReplayedIsWhatWasStoredEvenIfTheResultChangedAfterwards() {
    Operation<String, byte[]> operation =
        operation().answering(Codec.bytes("application/octet-stream"));
    Engine<T> node = node("a");
    byte[] mine = {1, 2, 3};
    node.once(intent(operation), returning(mine));
    mine[0] = 9;
    assertThat(node.once(intent(operation), returning(new byte[1])))
        .isReplayed()
        .hasResult(new byte[] {1, 2, 3});
  }

  /** Writes the schema version before the text, and notes what it was given to read. */
  private static final class NotingCodec implements Codec<String> {
    private final int schemaVersion;
    private final List<Content> decoded = new ArrayList<>();

    NotingCodec(int schemaVersion) {
      this.schemaVersion = schemaVersion;
    }

    @Override
    public String contentType() {
      return MEDIA_TYPE;
    }

    @Override
    public int schemaVersion() {
      return schemaVersion;
    }

    @Override
    public byte[] encode(String result) {
      if (schemaVersion == 0) {
        throw new CodecException("this codec writes nothing");
      }
      return (schemaVersion + ":" + result).getBytes(UTF_8);
    }

    @Override
    public String decode(Content content) {
      decoded.add(content);
      return new String(content.bytes(), UTF_8);
    }
  }
}
