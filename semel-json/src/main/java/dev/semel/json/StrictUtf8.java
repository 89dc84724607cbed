package dev.semel.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Whether bytes are UTF-8 as RFC 3629 has it: nothing overlong, no surrogates, no byte order mark.
 */
final class StrictUtf8 {
  private static final int WINDOW_CHARACTERS = 4096;

  private StrictUtf8() {}

  static boolean accepts(byte[] bytes) {
    return !beginsWithByteOrderMark(bytes) && decodes(bytes);
  }

  private static boolean beginsWithByteOrderMark(byte[] bytes) {
    return bytes.length >= 3
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF;
  }

  private static boolean decodes(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer input = ByteBuffer.wrap(bytes);
    CharBuffer window = CharBuffer.allocate(Math.min(WINDOW_CHARACTERS, bytes.length + 1));
    CoderResult result = decoder.decode(input, window, true);
    while (result.isOverflow()) {
      window.clear();
      result = decoder.decode(input, window, true);
    }
    return !result.isError();
  }
}
