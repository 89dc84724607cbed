/* Keys are made with the form, before anything is sent: whatever is pressed later carries the same one. */

const shortDigestBytes = 6;

/** A new random key. crypto.randomUUID exists only where the page came over HTTPS or from this machine. */
export function newKey() {
  return crypto.randomUUID ? crypto.randomUUID() : uuidFrom(crypto.getRandomValues(new Uint8Array(16)));
}

/** Random hexadecimal digits, for sample references and digests. */
export function randomHex(digits) {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return hex(bytes).slice(0, digits);
}

/**
 * The few digits by which the service names an intent without giving its key away: SHA-256 over tenant, operation,
 * principal and key, each after its length. Null where the browser offers no digests.
 */
export async function intentDigest(tenant, operation, principal, key) {
  if (!crypto.subtle) {
    return null;
  }
  const parts = [tenant, operation, principal, key].map((part) => withLength(new TextEncoder().encode(part)));
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return hex(new Uint8Array(digest).slice(0, shortDigestBytes));
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function withLength(bytes) {
  const framed = new Uint8Array(4 + bytes.length);
  new DataView(framed.buffer).setInt32(0, bytes.length);
  framed.set(bytes, 4);
  return framed;
}

function uuidFrom(bytes) {
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
