package dev.semel.http.internal;

import static dev.semel.http.internal.Fingerprints.assertDifferent;
import static dev.semel.http.internal.Fingerprints.assertSame;

import dev.semel.http.RequestRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
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
  void compressedBodyCountsByItsContentAndItsCoding() throws IOException {
    TestRequest plain = TestRequest.post("/cases").json("{\"a\":1}");
    TestRequest coded = plain.coded("gzip").body(gzip("{\"a\":1}"));

    assertSame(coded, plain.coded("gzip").body(gzip("{\"a\": 1}")));
    assertSame(coded, plain.coded("gzip").body(otherGzip("{\"a\":1}")));
    assertDifferent(coded, plain.coded("gzip").body(gzip("{\"a\":2}")));
    assertDifferent(coded, plain);
    assertDifferent(coded, coded.coded("br"));
    assertDifferent(coded, coded.coded(""));
    assertDifferent(coded.coded("br"), coded.coded("br").body(otherGzip("{\"a\":1}")));
  }

  @Test
  void compressedBodyThatCannotBeInflatedCountsByteForByte() throws IOException {
    TestRequest broken = TestRequest.post("/cases").json("").coded("gzip").body("no gzip");

    assertSame(broken, broken.body("no gzip"));
    assertDifferent(broken, broken.body("no gzip!"));
    assertDifferent(broken, broken.body(gzip("no gzip")));
  }

  @Test
  void contentOfCompressedBodyIsLimited() throws IOException {
    TestRequest request = TestRequest.post("/cases").contentType("text/plain").coded("gzip");
    String fits = "x".repeat(BodyForm.MAX_PARSED_BYTES);

    assertSame(request.body(gzip(fits)), request.body(otherGzip(fits)));
    assertDifferent(request.body(gzip(fits + "x")), request.body(otherGzip(fits + "x")));
  }

  /** The same content, with another level of compression. */
  private static byte[] otherGzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(Deflater.NO_COMPRESSION);
          }
        }) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
