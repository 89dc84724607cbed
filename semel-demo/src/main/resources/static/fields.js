/* The inputs of a command's form: made from a short description, read back as the payload. */

import { el } from "./dom.js";
import { hex } from "./keys.js";

let fieldsMade = 0;

/**
 * A labelled input. A field has: name, label, kind (text, area, number, money, choice, file), and where they
 * apply value, choices [[value, words]], hint, most (characters or the highest number), least, optional.
 */
export function fieldNode(field) {
  const id = `field-${++fieldsMade}`;
  const hintId = field.hint && `${id}-hint`;
  const input = inputs[field.kind](field, {
    id,
    name: field.name,
    required: !field.optional,
    "aria-describedby": hintId,
  });
  return el(
    "div",
    { class: `field field-${field.kind}` },
    el("label", { for: id }, field.label, field.optional && el("span", { class: "quiet" }, " (optional)")),
    input,
    field.hint && el("p", { class: "hint", id: hintId }, field.hint),
  );
}

/** What the person filled in, as the payload of the command. Files and empty optional fields are left out. */
export function payloadOf(form, fields) {
  const sent = fields.filter(
    (field) => field.kind !== "file" && !isLeftOut(form.elements[field.name].value, field),
  );
  return Object.fromEntries(
    sent.map((field) => [field.name, valueOf(form.elements[field.name].value, field)]),
  );
}

const inputs = {
  text: (field, common) =>
    el("input", {
      ...common,
      type: "text",
      value: field.value,
      maxlength: field.most ?? 200,
      pattern: field.pattern,
      autocomplete: "off",
      spellcheck: "false",
    }),
  area: (field, common) =>
    el("textarea", { ...common, rows: 3, maxlength: field.most ?? 2000 }, field.value ?? ""),
  number: (field, common) =>
    el("input", {
      ...common,
      type: "number",
      inputmode: "numeric",
      value: field.value,
      min: field.least,
      max: field.most,
      step: 1,
    }),
  money: (field, common) =>
    el("input", {
      ...common,
      type: "number",
      inputmode: "decimal",
      value: field.value,
      min: "0.01",
      max: field.most,
      step: "0.01",
    }),
  choice: (field, common) =>
    el(
      "select",
      common,
      field.choices.map((choice) => optionNode(choice, field.value)),
    ),
  file: (field, common) =>
    el("input", { ...common, type: "file", onchange: (event) => describeFile(event.target, field) }),
};

function optionNode([value, words], chosen) {
  return el("option", { value, selected: value === chosen }, words);
}

function isLeftOut(text, field) {
  return field.optional === true && text.trim() === "";
}

function valueOf(text, field) {
  if (field.kind === "number") {
    return Number(text);
  }
  return field.kind === "money" ? Math.round(100 * Number(text)) : text.trim();
}

/* The file stays here: its name and digest go into the fields that are sent. */
async function describeFile(input, field) {
  const file = input.files[0];
  if (!file || !crypto.subtle) {
    return;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  input.form.elements[field.fills.name].value = file.name;
  input.form.elements[field.fills.digest].value = hex(digest);
  input.form.dispatchEvent(new Event("input"));
}
