package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.TestServer.Container;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler sees the same request with the body buffered as without, as often as it runs. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class BufferedRequestContract {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String TEXT = "text/plain";

  private final ProbeServer server;

  BufferedRequestContract(Container container, Version version)
      throws IOException, InterruptedException {
    server = new ProbeServer(container, version);
  }

  @AfterAll
  void close() throws IOException {
    server.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 1001, 100_000})
  void theStreamHasTheBodyInMemoryOrNot(int length) throws Exception {
    String body = "0123456789".repeat(length / 10 + 1).substring(0, length);

    assertThat(server.alike(Probes.STREAM, "", TEXT, bytes(body))).isEqualTo(body);
  }

  @Test
  void theReaderDecodesByTheEncodingOfTheRequest() throws Exception {
    String text = "größe\n\u20ac";
    String seen = "größe|\u20ac";

    assertThat(server.alike(Probes.READER, "", TEXT + ";charset=utf-8", text.getBytes(UTF_8)))
        .isEqualTo(seen);
    assertThat(server.alike(Probes.READER, "", TEXT + ";charset=utf-16be", text.getBytes(UTF_16BE)))
        .isEqualTo(seen);
    assertThat(server.alike(Probes.READER, "", TEXT, "größe".getBytes(ISO_8859_1)))
        .isEqualTo("größe");
    assertThat(server.alike(Probes.READER, "", "application/json", bytes("{\"a\":\"é\"}")))
        .startsWith("{\"a\":\"");
  }

  @Test
  void theEncodingCanBeSetLaterOn() throws Exception {
    byte[] body = "größe".getBytes(UTF_16BE);

    assertThat(server.alike(Probes.READER_WITH_ENCODING_SET, "", TEXT, body))
        .isEqualTo("UTF-16BE größe");
    assertThat(server.buffered(Probes.PARAMETERS_WITH_ENCODING_SET, "", FORM, bytes("a=%E9")))
        .isEqualTo("{a=[é]}");
  }

  @Test
  void anUnknownEncodingIsTold() throws Exception {
    assertThat(server.buffered(Probes.READER, "", TEXT + ";charset=no-such", bytes("a")))
        .contains("UnsupportedEncodingException");
  }

  @Test
  void parametersOfTheQueryComeBeforeThoseOfTheForm() throws Exception {
    byte[] body = bytes("a=2&b=x+y%26&a=3&c&%C3%A9=%E2%82%AC");
    String utf8 = FORM + ";charset=UTF-8";

    assertThat(server.alike(Probes.PARAMETERS, "?a=1&q=%C3%A9", utf8, body))
        .isEqualTo("{a=[1, 2, 3], b=[x y&], c=[], q=[é], é=[€]}");
    assertThat(server.alike(Probes.PARAMETERS_ONE_BY_ONE, "?a=1", FORM, bytes("a=2&b=3")))
        .isEqualTo("a=1[1, 2]b=3[3] nullnull");
  }

  @Test
  void withoutAnEncodingAFormIsReadAsTheContainerWouldReadIt() throws Exception {
    assertThat(server.alike(Probes.PARAMETERS, "", FORM, bytes("%C3%A9=%E2%82%AC")))
        .isIn("{é=[€]}", "{\u00c3\u00a9=[\u00e2\u0082\u00ac]}");
  }

  @Test
  void onlyAFormHasParametersInItsBody() throws Exception {
    assertThat(server.alike(Probes.PARAMETERS, "?a=1", TEXT, bytes("a=2"))).isEqualTo("{a=[1]}");
    assertThat(server.alike(Probes.PARAMETERS, "?a=1", FORM, bytes(""))).isEqualTo("{a=[1]}");
    assertThat(server.alike(Probes.PARAMETERS, "", FORM + ";charset=iso-8859-1", bytes("a=%E9")))
        .isEqualTo("{a=[é]}");
  }

  @Test
  void theFormOfAPatchIsReadAsTheContainerWouldReadIt() throws Exception {
    assertThat(server.alikeForPatch(Probes.PARAMETERS, "?a=1", FORM, bytes("a=2")))
        .isIn("{a=[1]}", "{a=[1, 2]}");
    assertThat(server.alikeForPatch(Probes.STREAM, "?a=1", FORM, bytes("a=2"))).isEqualTo("a=2");
  }

  @Test
  void aLargeFormHasItsParameters() throws Exception {
    String value = "v".repeat(50_000);

    assertThat(server.alike(Probes.PARAMETERS, "", FORM, bytes("a=" + value)))
        .isEqualTo("{a=[" + value + "]}");
  }

  @Test
  void aFormOfTooManyFieldsIsRefused() throws Exception {
    byte[] body = bytes("a&".repeat(BodyParts.MAX_FIELDS + 1));

    assertThat(server.buffered(Probes.PARAMETERS, "", FORM, body))
        .contains("MalformedFormException");
  }

  @Test
  void theStreamIsStillThereAfterParametersWereAskedFor() throws Exception {
    assertThat(server.buffered(Probes.PARAMETERS_THEN_STREAM, "?q=1", FORM, bytes("a=1&b")))
        .isEqualTo("{a=[1], b=[], q=[1]} a=1&b");
  }

  @Test
  void streamAndReaderExcludeEachOther() throws Exception {
    assertThat(server.alike(Probes.STREAM_THEN_READER, "", TEXT, bytes("a"))).isEqualTo("refused");
    assertThat(server.alike(Probes.READER_THEN_STREAM, "", TEXT, bytes("a"))).isEqualTo("refused");
  }
}
