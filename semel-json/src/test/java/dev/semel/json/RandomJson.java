package dev.semel.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Random JSON values as maps, lists, strings, decimals, booleans and null. */
final class RandomJson {
  private static final String[] CHARACTERS = {
    "a",
    "b",
    "B",
    "z",
    " ",
    "/",
    "\"",
    "\\",
    "\n",
    "\t",
    "\b",
    "\f",
    "\r",
    "\u0000",
    "\u001f",
    "\u007f",
    "\u0080",
    "é",
    "e\u0301",
    "ß",
    "€",
    "\u2028",
    "\ud7ff",
    "\ue000",
    "\ufeff",
    "\uffff",
    "\ud83d\ude00",
    "\ud800\udc00",
    "\udbff\udfff",
    "0",
    "~"
  };

  private final RandomGenerator random;

  RandomJson(RandomGenerator random) {
    this.random = random;
  }

  @Nullable Object value(int levels) {
    int kinds = levels > 0 ? 8 : 5;
    return switch (random.nextInt(kinds)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2, 3 -> number();
      case 4 -> string();
      case 5 -> array(levels - 1);
      default -> object(levels - 1);
    };
  }

  BigDecimal number() {
    BigInteger digits = new BigInteger(random.nextInt(1, 70), new Random(random.nextLong()));
    BigDecimal decimal = new BigDecimal(digits, random.nextInt(-20, 20));
    return random.nextBoolean() ? decimal : decimal.negate();
  }

  String string() {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(5); length > 0; length--) {
      text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  List<@Nullable Object> array(int levels) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int size = random.nextInt(5); size > 0; size--) {
      elements.add(value(levels));
    }
    return elements;
  }

  Map<String, @Nullable Object> object(int levels) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (int size = random.nextInt(7); size > 0; size--) {
      members.put(string(), value(levels));
    }
    return members;
  }
}
