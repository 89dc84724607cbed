package dev.semel.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.kafka.SendFailure.Kind;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class SendFailureTest {
  @Test
  void whatIsWrongWithTheRecordIsRefused() {
    assertKind(Kind.REFUSED, new RecordTooLargeException("9 bytes"));
    assertKind(Kind.REFUSED, new SerializationException("no"));
    assertKind(Kind.REFUSED, new InvalidTopicException("no"));
    assertKind(Kind.REFUSED, new InvalidRecordException("no key"));
  }

  @Test
  void whatSomebodyCanMendFailsThatTopicOnly() {
    assertKind(Kind.FAILED, new TopicAuthorizationException("no"));
    assertKind(Kind.FAILED, new TimeoutException("late", new UnknownTopicOrPartitionException()));
    assertKind(Kind.FAILED, new PolicyViolationException("no"));
  }

  @Test
  void brokersThatAreAwayOrTooFewAreWaitedFor() {
    assertKind(Kind.UNAVAILABLE, new TimeoutException("late"));
    assertKind(Kind.UNAVAILABLE, new NetworkException("gone"));
    assertKind(Kind.UNAVAILABLE, new NotEnoughReplicasException("one"));
    assertKind(Kind.UNAVAILABLE, new NotEnoughReplicasAfterAppendException("one"));
  }

  @Test
  void silenceOfTheBrokersIsNotBlamedOnTheTopic() {
    SendFailure silence =
        SendFailure.of("cases", new TimeoutException("Topic cases not present in metadata"));
    assertThat(silence.reason()).startsWith("no broker answered").contains("bootstrap.servers");
  }

  @Test
  void aProducerThatWillNeverSendAgainIsBroken() {
    assertKind(Kind.BROKEN, new ProducerFencedException("fenced"));
    assertKind(Kind.BROKEN, new OutOfOrderSequenceException("5 after 3"));
    assertKind(Kind.BROKEN, new ClusterAuthorizationException("no"));
    assertKind(Kind.BROKEN, new SaslAuthenticationException("who?"));
    assertKind(Kind.BROKEN, new KafkaException("in an error state"));
    assertKind(Kind.BROKEN, new IllegalStateException("closed"));
  }

  private static void assertKind(Kind kind, Exception failure) {
    SendFailure read = SendFailure.of("cases", failure);
    assertThat(read.kind()).as(failure.toString()).isEqualTo(kind);
    assertThat(read.reason()).contains("cases");
  }
}
