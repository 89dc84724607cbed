package dev.semel.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document that a JSON pointer leads to or through: within an object the member of
 * that name, within an array the element of that index. Built when a selection is made, not changed
 * afterwards.
 */
final class PointerNode {
  static final int NO_PICK = -1;
  private static final int NOT_AN_INDEX = -1;
  private static final int MAX_INDEX_DIGITS = 9;

  private final String token;
  private final byte[] canonicalName;
  private final int index;
  private final List<PointerNode> children = new ArrayList<>();
  private int pick = NO_PICK;
  private boolean leftOut;
  private boolean leftOutIfNull;

  private PointerNode(String token) {
    this.token = token;
    this.canonicalName = StringForm.of(token);
    this.index = indexOf(token);
  }

  static PointerNode root() {
    return new PointerNode("");
  }

  /** By RFC 6901 an index is written without leading zeros. */
  private static int indexOf(String token) {
    boolean isIndex = token.matches("0|[1-9][0-9]*") && token.length() <= MAX_INDEX_DIGITS;
    return isIndex ? Integer.parseInt(token) : NOT_AN_INDEX;
  }

  /** The node that the tokens lead to from here, made if it is missing. */
  PointerNode descend(List<String> tokens) {
    PointerNode node = this;
    for (String next : tokens) {
      node = node.child(next);
    }
    return node;
  }

  private PointerNode child(String childToken) {
    for (PointerNode child : children) {
      if (child.token.equals(childToken)) {
        return child;
      }
    }
    PointerNode added = new PointerNode(childToken);
    children.add(added);
    return added;
  }

  void markPicked(int pickNumber) {
    pick = pickNumber;
  }

  void markLeftOut() {
    leftOut = true;
  }

  void markLeftOutIfNull() {
    leftOutIfNull = true;
  }

  /** The number of the pick that this value is, or {@link #NO_PICK}. */
  int pick() {
    return pick;
  }

  boolean leavesOut(boolean isNull) {
    return leftOut || (leftOutIfNull && isNull);
  }

  /** Where the member leads whose canonical name, in quotes, stands at this place of a text. */
  @Nullable PointerNode member(byte[] text, int from, int to) {
    for (PointerNode child : children) {
      byte[] name = child.canonicalName;
      if (Arrays.equals(name, 0, name.length, text, from, to)) {
        return child;
      }
    }
    return null;
  }

  @Nullable PointerNode element(int elementIndex) {
    for (PointerNode child : children) {
      if (child.index == elementIndex) {
        return child;
      }
    }
    return null;
  }
}
