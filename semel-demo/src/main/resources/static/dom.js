/*
 * Builds what the page shows. Text goes in as text nodes and attributes are set one by one, so nothing that a
 * person or the server wrote can become markup.
 */

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * An HTML element. An attribute whose name begins with "on" is a listener; null, undefined and false are left
 * out.
 */
export function el(name, attributes = {}, ...children) {
  return furnish(document.createElement(name), attributes, children);
}

/** An SVG element, by the same rules. */
export function svg(name, attributes = {}, ...children) {
  return furnish(document.createElementNS(svgNamespace, name), attributes, children);
}

/** Replaces what is inside a node; leaves out what is null or false. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter(isShown));
  return node;
}

/** Changes a node's text only when it differs: a live region speaks on every change. */
export function say(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    set(node, name, value);
  }
  node.append(...children.flat().filter(isShown));
  return node;
}

function set(node, name, value) {
  if (!isShown(value)) {
    return;
  }
  if (name.startsWith("on")) {
    node.addEventListener(name.slice(2), value);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

function isShown(value) {
  return value !== null && value !== undefined && value !== false;
}
