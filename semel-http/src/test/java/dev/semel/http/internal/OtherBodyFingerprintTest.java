package dev.semel.http.internal;

import static dev.semel.http.internal.Fingerprints.assertDifferent;
import static dev.semel.http.internal.Fingerprints.assertSame;

import dev.semel.http.RequestRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How bodies count that are not JSON. */
class OtherBodyFingerprintTest {
  private static TestRequest form(String form) {
    return TestRequest.post("/cases").form(form);
  }

  private static TestRequest body(String contentType, String body) {
    return TestRequest.post("/cases").contentType(contentType).body(body);
  }

  /** A multipart form of two parts. */
  private static TestRequest multipart(String boundary, String first, String second) {
    String text =
        "--%1$s\r\n%2$s\r\n--%1$s\r\n%3$s\r\n--%1$s--\r\n".formatted(boundary, first, second);
    return body("multipart/form-data; boundary=" + boundary, text);
  }

  private static String field(String value) {
    return "Content-Disposition: form-data; name=\"a\"\r\n\r\n" + value;
  }

  private static String file(String content) {
    String disposition = "Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"";
    return String.join("\r\n", disposition, "Content-Type: text/plain", "", content);
  }

  @ParameterizedTest
  @CsvSource({
    "a=1&b=2,b=2&a=1",
    "a=x+y,a=x%20y",
    "a=%7E,a=~",
    "a=%c3%a9,a=%C3%A9",
    "a=%c3%a9,a=é",
    "a,a=",
    "a=1&&b=2,a=1&b=2&",
    "a=1&b=0&a=2,b=0&a=1&a=2"
  })
  void twoSpellingsOfOneFormAreTheSame(String one, String other) {
    assertSame(form(one), form(other));
  }

  @ParameterizedTest
  @CsvSource({
    "a=1&a=2,a=2&a=1",
    "a=1,A=1",
    "a=1,a=1&a=1",
    "a=1,a=1&b",
    "a=bc,ab=c",
    "a=%FE,a=%FF",
    "a=x%26b%3D1,a=x&b=1",
    "a=1,a=+1"
  })
  void twoFormsDiffer(String one, String other) {
    assertDifferent(form(one), form(other));
  }

  @Test
  void theOrderOfFieldsCanCount() {
    RequestRules ordered = RequestRules.standard().orderedForm();

    assertDifferent(ordered, form("a=1&b=2"), form("b=2&a=1"));
    assertSame(ordered, form("a=x+y&b=2"), form("a=x%20y&b=2"));
  }

  @Test
  void theEncodingOfAFormCounts() {
    String type = "application/x-www-form-urlencoded;charset=";

    assertSame(form("a=%C3"), form("a=%C3").contentType(type + "utf-8"));
    assertDifferent(form("a=%C3"), form("a=%C3").contentType(type + "iso-8859-1"));
  }

  @Test
  void aFormOfVeryManyFieldsCountsByteForByte() {
    String many = "a&".repeat(BodyParts.MAX_FIELDS);

    assertSame(form(many), form("&" + many));
    assertDifferent(form(many + "b"), form("&" + many + "b"));
    assertSame(form(many + "b"), form(many + "b"));
  }

  @Test
  void theBoundaryOfAMultipartFormDoesNotCount() {
    assertSame(
        multipart("one", field("x"), file("content")),
        multipart("another-one", field("x"), file("content")));
    assertSame(
        multipart("one", field("x"), file("content")),
        multipart("one", field("x").replace("Content-D", "content-d"), file("content")));
  }

  @Test
  void theOrderOfPartsCounts() {
    assertDifferent(
        multipart("b", field("x"), file("content")), multipart("b", file("content"), field("x")));
  }

  @Test
  void everythingInAPartCounts() {
    TestRequest request = multipart("b", field("x"), file("content"));

    assertDifferent(request, multipart("b", field("y"), file("content")));
    assertDifferent(request, multipart("b", field("x"), file("Content")));
    assertDifferent(request, multipart("b", field("x"), file("content").replace("a.txt", "b.txt")));
    assertDifferent(
        request, multipart("b", field("x"), file("content").replace("text/plain", "text/html")));
    assertDifferent(request, multipart("b", field("x").replace("\"a\"", "\"A\""), file("content")));
    assertDifferent(request, multipart("b", field("x"), "X-More: 1\r\n" + file("content")));
  }

  @Test
  void whatStandsAroundThePartsCounts() {
    TestRequest request = multipart("b", field("x"), file("content"));
    String text = "--b\r\n" + field("x") + "\r\n--b--";

    assertDifferent(request, multipart("b", field("x"), file("content") + "\r\n--b--\r\n"));
    assertDifferent(
        body("multipart/form-data;boundary=b", text),
        body("multipart/form-data;boundary=b", "x\r\n" + text));
    assertDifferent(
        body("multipart/form-data;boundary=b", text),
        body("multipart/form-data;boundary=b", text + "\r\n"));
  }

  @Test
  void aPartIsNotTakenForTwo() {
    assertDifferent(
        multipart("b", field("x"), file("content")),
        body("multipart/form-data;boundary=b", "--b\r\n" + field("x") + "\r\n--b--"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"multipart/form-data;boundary=b", "multipart/form-data"})
  void aBrokenMultipartFormCountsByteForByte(String contentType) {
    TestRequest broken = body(contentType, "--b\r\nbroken");

    assertSame(broken, broken);
    assertDifferent(broken, body(contentType, "--b\r\nbroken "));
    assertDifferent(broken, body("multipart/form-data;boundary=c", "--b\r\nbroken"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/xml",
        "application/octet-stream",
        "application/cbor",
        "application/x-protobuf",
        "multipart/mixed;boundary=b"
      })
  void anythingElseCountsByteForByte(String contentType) {
    assertSame(body(contentType, "<a/>"), body(contentType, "<a/>"));
    assertDifferent(body(contentType, "<a/>"), body(contentType, "<a />"));
  }

  @Test
  void theMediaTypeCountsAndSoDoesItsAbsence() {
    assertDifferent(body("text/plain", "x"), body("text/html", "x"));
    assertDifferent(body("text/plain", "x"), TestRequest.post("/cases").body("x"));
    assertDifferent(body("none", "x"), TestRequest.post("/cases").body("x"));
    assertDifferent(body("none", "x"), body("other", "x"));
    assertDifferent(body("text/plain", "x"), body("text/plain;format=flowed", "x"));
    assertSame(body("text/plain", "x"), body("TEXT/Plain; charset=UTF-8", "x"));
  }

  @Test
  void anEmptyBodyIsNotTheSameAsAnyOther() {
    assertSame(TestRequest.post("/cases"), TestRequest.post("/cases").body(""));
    assertDifferent(TestRequest.post("/cases").json(""), TestRequest.post("/cases").json("\"\""));
    assertDifferent(form(""), form("&"));
  }

  @Test
  void aCodedBodyCountsAsItIsWithItsCoding() throws IOException {
    TestRequest plain = TestRequest.post("/cases").json("{\"a\":1}");
    TestRequest coded = plain.coded("gzip").body(gzip("{\"a\":1}"));

    assertSame(coded, plain.coded("gzip").body(gzip("{\"a\":1}")));
    assertDifferent(coded, plain);
    assertDifferent(coded, coded.coded("br"));
    assertDifferent(coded, coded.coded(""));
    // Nobody looks into it: what it says is the same, the bytes are not.
    assertDifferent(coded, plain.coded("gzip").body(gzip("{\"a\": 1}")));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
