package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.TestServer.Container;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A handler sees the same parts with the body buffered as without. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class MultipartContract {
  private static final String MULTIPART = "multipart/form-data; boundary=xyz";

  private final ProbeServer server;

  MultipartContract(Container container) throws IOException, InterruptedException {
    server = new ProbeServer(container, Version.HTTP_1_1);
  }

  @AfterAll
  void close() throws IOException {
    server.close();
  }

  /** A part with the rest of its disposition, further headers and content. */
  private static String part(String disposition, String headers, String content) {
    return "--xyz\r\nContent-Disposition: form-data; %s\r\n%s\r\n%s\r\n"
        .formatted(disposition, headers, content);
  }

  private static byte[] form(String... parts) {
    return (String.join("", parts) + "--xyz--\r\n").getBytes(UTF_8);
  }

  private String parts(String... parts) throws IOException, InterruptedException {
    return server.alike(Probes.PARTS, "", MULTIPART + "; charset=utf-8", form(parts));
  }

  @Test
  void partsHaveNameFileNameTypeHeadersAndContent() throws Exception {
    String field = part("name=\"a\"", "", "x\r\ny");
    String file = part("name=\"file\"; filename=\"a b.txt\"", "Content-Type: text/x;y=z\r\n", "\0");

    assertThat(parts(field, file))
        .isEqualTo(
            "[a|null|null|4|form-data; name=\"a\"|x\r\ny]"
                + "[file|a b.txt|text/x;y=z|1|form-data; name=\"file\"; filename=\"a b.txt\"|\0]");
  }

  @Test
  void partsMayBeEmptyOrOfOneName() throws Exception {
    assertThat(parts(part("name=\"a\"", "", ""), part("name=a", "", "2")))
        .isEqualTo("[a|null|null|0|form-data; name=\"a\"|][a|null|null|1|form-data; name=a|2]");
    assertThat(parts(part("name=\"file\"; filename=\"\"", "", ""))).startsWith("[file||null|0|");
  }

  @Test
  void largePartsAreWhole() throws Exception {
    String content = "0123456789\r\n--xy".repeat(5000);

    assertThat(parts(part("name=\"f\"; filename=\"f\"", "", content), part("name=\"a\"", "", "1")))
        .isEqualTo(
            "[f|f|null|80000|form-data; name=\"f\"; filename=\"f\"|"
                + content
                + "][a|null|null|1|form-data; name=\"a\"|1]");
  }

  @Test
  void fileNamesMayBeInAnyLanguage() throws Exception {
    assertThat(parts(part("name=\"f\"; filename=\"größe €.txt\"", "", "")))
        .startsWith("[f|größe €.txt|");
  }

  @Test
  void theExtendedFileNameIsPreferred() throws Exception {
    String disposition = "name=\"f\"; filename=\"plain\"; filename*=UTF-8''gr%C3%B6+%E2%82%AC";

    assertThat(server.buffered(Probes.PARTS, "", MULTIPART, form(part(disposition, "", ""))))
        .startsWith("[f|grö+€|");
  }

  @Test
  void aFileNameMayBeAWindowsPath() throws Exception {
    byte[] body = form(part("name=\"f\"; filename=\"C:\\dir\\a \\\"b\\\".txt\"", "", ""));

    assertThat(server.buffered(Probes.PARTS, "", MULTIPART, body))
        .startsWith("[f|C:\\dir\\a \"b\".txt|");
  }

  @Test
  void fieldsAreParametersAndFilesAreNot() throws Exception {
    byte[] body =
        form(
            part("name=\"a\"", "", "2"),
            part("name=\"file\"; filename=\"x\"", "", "abc"),
            part("name=\"u\"", "Content-Type: text/plain;charset=utf-8\r\n", "é"),
            part("name=\"a\"", "", "3"));

    assertThat(server.buffered(Probes.PARTS_AND_PARAMETERS, "?a=1&q=2", MULTIPART, body))
        .isEqualTo("3 null{a=[1, 2, 3], q=[2], u=[é]}");
    assertThat(server.buffered(Probes.PARAMETERS, "?a=1", MULTIPART, body))
        .isEqualTo("{a=[1, 2, 3], u=[é]}");
  }

  @Test
  void withoutAnEncodingFieldsAreReadAsTheContainerWouldReadThem() throws Exception {
    byte[] body = form(part("name=\"file\"", "", "é€"));

    assertThat(server.alike(Probes.PARTS_AND_PARAMETERS, "", MULTIPART, body)).startsWith("5 null");
  }

  @Test
  void whatIsNoMultipartFormHasNoParts() throws Exception {
    assertThat(server.buffered(Probes.PARTS, "", "text/plain", form()))
        .startsWith("jakarta.servlet.ServletException");
    assertThat(server.buffered(Probes.PARTS, "", "multipart/form-data", form()))
        .startsWith("jakarta.servlet.ServletException");
    assertThat(server.buffered(Probes.PARTS, "", MULTIPART, "--xyz\r\nx".getBytes(UTF_8)))
        .startsWith("jakarta.servlet.ServletException: the multipart form is malformed");
    assertThat(server.buffered(Probes.PARAMETERS, "", MULTIPART, "--xyz\r\nx".getBytes(UTF_8)))
        .startsWith("java.lang.IllegalStateException");
    assertThat(server.buffered(Probes.PARTS, "", MULTIPART, form())).isEmpty();
  }

  @Test
  void partsWithoutANameAreLeftOut() throws Exception {
    byte[] body =
        "--xyz\r\n\r\nx\r\n--xyz\r\nContent-Disposition: attachment\r\n\r\n\r\n--xyz--"
            .getBytes(UTF_8);

    assertThat(server.buffered(Probes.PARTS, "", MULTIPART, body)).isEmpty();
  }
}
