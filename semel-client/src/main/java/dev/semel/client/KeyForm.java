package dev.semel.client;

/** How a key is written into its header. */
public enum KeyForm {
  /** As a string of RFC 9651, in double quotes. What the draft of the header asks for. */
  QUOTED,
  /** As it is. What many providers ask for; such a key has no space, comma, semicolon or quote. */
  BARE
}
