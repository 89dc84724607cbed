package dev.semel.http.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A request of the comparison with the container, without its path. Each character is one byte. */
record RawRequest(String name, String method, String query, String headers, String body) {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String TYPE = "multipart/form-data; boundary=b";

  static RawRequest post(String name, String contentType, String body) {
    return new RawRequest(name, "POST", "", type(contentType) + length(body), body);
  }

  static String type(String contentType) {
    return "Content-Type: " + contentType + "\r\n";
  }

  static String length(String body) {
    return "Content-Length: " + body.length() + "\r\n";
  }

  /** Returns the request as it is sent: each character is one byte. */
  String to(String path, String reading) {
    return method
        + " "
        + path
        + query
        + " HTTP/1.1\r\n"
        + "Host: localhost\r\nConnection: close\r\nIdempotency-Key: "
        + Shop.newKey()
        + "\r\n"
        + "Reading: "
        + reading
        + "\r\n"
        + headers
        + "\r\n"
        + body;
  }

  private static String latin(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** Requests with URL-encoded forms, and others that are not multipart forms. */
  static List<RawRequest> urlEncoded() {
    List<RawRequest> all = new ArrayList<>();
    all.add(post("plain", FORM, "a=1&b=x+y%26&a=2&c&%C3%A9=%E2%82%AC"));
    all.add(post("empty name", FORM, "a=1&=e"));
    all.add(post("raw utf-8", FORM, latin("a=é€")));
    for (String charset :
        List.of("utf-8", "UTF-8", "\"utf-8\"", "iso-8859-1", "utf-16", "no-such", "%%", "", "\"")) {
      all.add(post("charset " + charset, FORM + ";charset=" + charset, "a=%C3%A9&b=2"));
    }
    all.add(post("parameter separator", FORM + ";", "a=1"));
    all.add(post("upper case", FORM.toUpperCase(Locale.ROOT), "a=1"));
    all.add(post("malformed percent", FORM, "a=%zz&b=1"));
    all.add(post("truncated percent", FORM, "b=1&a=%4"));
    all.add(post("invalid utf-8", FORM, "a=%FF%FE&b=1"));
    all.add(post("nul", FORM, "a=%00&b=1"));
    all.add(post("many fields", FORM, "a=1&".repeat(1_100)));
    all.add(post("very many fields", FORM, "a=1&".repeat(11_000)));
    all.add(post("large", FORM, "a=" + "x".repeat(150_000)));
    all.add(post("very large", FORM, "a=" + "x".repeat(2_200_000)));
    all.add(post("empty", FORM, ""));
    all.add(post("text", "text/plain", "a=1"));
    all.add(post("json", "application/json", latin("{\"a\":\"é\"}")));
    all.add(post("reader charset", "text/plain;charset=no-such", "a=1"));
    all.add(new RawRequest("query", "POST", "?a=0&q=%C3%A9", type(FORM) + length("a=1"), "a=1"));
    all.add(
        new RawRequest("malformed query", "POST", "?a=%zz&q=1", type(FORM) + length("a=1"), "a=1"));
    all.add(new RawRequest("put", "PUT", "?q=1", type(FORM) + length("a=1"), "a=1"));
    all.add(new RawRequest("patch", "PATCH", "?q=1", type(FORM) + length("a=1"), "a=1"));
    all.add(
        new RawRequest(
            "chunked",
            "POST",
            "",
            type(FORM) + "Transfer-Encoding: chunked\r\n",
            "3\r\na=1\r\n2\r\n&b\r\n0\r\n\r\n"));
    all.add(new RawRequest("no type", "POST", "", length("a=1"), "a=1"));
    all.add(new RawRequest("truncated", "POST", "", type(FORM) + "Content-Length: 10\r\n", "a=1"));
    return all;
  }

  private static String part(String headers, String content) {
    return "--b\r\n" + headers + "\r\n\r\n" + content + "\r\n";
  }

  private static String field(String name, String content) {
    return part("Content-Disposition: form-data; name=\"" + name + "\"", content);
  }

  private static String file(String parameters, String content) {
    return part(
        "Content-Disposition: form-data; name=\"f\"; "
            + parameters
            + "\r\nContent-Type: text/plain",
        content);
  }

  /** Requests with multipart forms. */
  static List<RawRequest> multipart() {
    List<RawRequest> all = new ArrayList<>();
    String end = "--b--\r\n";
    String two = field("a", "1") + file("filename=\"x.txt\"", "content") + end;
    all.add(post("two parts", TYPE, two));
    all.add(post("quoted boundary", "multipart/form-data; boundary=\"b\"", two));
    all.add(post("upper case", "MULTIPART/Form-Data; BOUNDARY=b", two));
    all.add(
        post(
            "charset",
            TYPE + ";charset=utf-8",
            latin(field("é", "€") + file("filename=\"é€.txt\"", "é") + end)));
    all.add(
        post(
            "latin",
            TYPE + ";charset=iso-8859-1",
            latin(field("é", "€") + file("filename=\"é€.txt\"", "é") + end)));
    all.add(post("unknown charset", TYPE + ";charset=no-such", two));
    all.add(post("utf-8", TYPE, latin(field("é", "€") + file("filename=\"é€.txt\"", "é") + end)));
    all.add(post("extended name", TYPE, file("filename*=UTF-8''na%C3%AFve.txt", "x") + end));
    all.add(post("both names", TYPE, file("filename=\"a\"; filename*=UTF-8''b", "x") + end));
    all.add(post("windows path", TYPE, file("filename=\"C:\\dir\\a \\\"b\\\".txt\"", "x") + end));
    all.add(post("unnamed", TYPE, part("Content-Disposition: form-data", "1") + end));
    all.add(post("no disposition", TYPE, part("Content-Type: text/plain", "1") + end));
    all.add(
        post(
            "base64",
            TYPE,
            part(
                    "Content-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64",
                    "YWJj")
                + end));
    all.add(
        post(
            "charset of part",
            TYPE,
            latin(
                part(
                        "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain;charset=utf-8",
                        "é")
                    + end)));
    all.add(
        post("charset field", TYPE, latin(field("_charset_", "utf-8") + field("a", "é") + end)));
    all.add(post("preamble", TYPE, "hello\r\n" + two + "bye"));
    all.add(post("no boundary", "multipart/form-data", two));
    all.add(post("other boundary", "multipart/form-data; boundary=c", two));
    all.add(
        post("not closed", TYPE, field("a", "1") + "--b\r\nContent-Disposition: form-data; na"));
    all.add(post("not closed at all", TYPE, field("a", "1")));
    all.add(post("bare line feeds", TYPE, two.replace("\r\n", "\n")));
    all.add(post("2,000 parts", TYPE, field("a", "1").repeat(2_000) + end));
    all.add(post("60 parts", TYPE, field("a", "1").repeat(60) + end));
    all.add(
        post(
            "large header",
            TYPE,
            part("Content-Disposition: form-data; name=\"a\"\r\nX: " + "x".repeat(20_000), "1")
                + end));
    all.add(post("malformed header", TYPE, part("Content-Disposition form-data", "1") + end));
    all.add(post("large file", TYPE, file("filename=f", "x".repeat(150_000)) + end));
    all.add(post("too large file", TYPE, file("filename=f", "x".repeat(200_001)) + end));
    all.add(
        post("too large request", TYPE, file("filename=f", "x".repeat(150_000)).repeat(3) + end));
    all.add(post("empty", TYPE, ""));
    all.add(post("no parts", TYPE, end));
    all.add(post("mixed", "multipart/mixed; boundary=b", two));
    all.add(new RawRequest("query", "POST", "?a=0", type(TYPE) + length(two), two));
    all.add(new RawRequest("put", "PUT", "?a=0", type(TYPE) + length(two), two));
    all.add(new RawRequest("truncated", "POST", "", type(TYPE) + "Content-Length: 1000\r\n", two));
    all.add(
        new RawRequest(
            "chunked",
            "POST",
            "",
            type(TYPE) + "Transfer-Encoding: chunked\r\n",
            Integer.toHexString(two.length()) + "\r\n" + two + "\r\n0\r\n\r\n"));
    return all;
  }
}
