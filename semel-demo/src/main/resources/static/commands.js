/* The commands of the casework service: where each is sent and what its form asks. */

import { words } from "./format.js";
import { randomHex } from "./keys.js";

const reason = (value) => ({ name: "reason", label: "Reason", kind: "text", value });

/** Opens a case from a complaint. The sample complaint is a new one each time. */
export function openCase() {
  return {
    path: "api/cases",
    submit: "Open the case",
    fields: [
      { name: "source", label: "Source", kind: "choice", choices: sources, value: "web-form" },
      {
        name: "complaintRef",
        label: "Complaint reference",
        kind: "text",
        most: 100,
        value: `WF-${randomHex(6).toUpperCase()}`,
      },
      { name: "subject", label: "Subject", kind: "text", value: "Licence fee charged twice" },
      {
        name: "description",
        label: "Description",
        kind: "area",
        optional: true,
        value: "The complainant paid once and was charged twice.",
      },
    ],
  };
}

/** What can be done with a case; transition is the name under which the case says that it is possible now. */
export function caseCommands({ caseId, officer }, officers) {
  const path = (verb) => `api/cases/${encodeURIComponent(caseId)}/${verb}`;
  return [
    {
      name: "Approve",
      transition: "approve",
      path: path("approve"),
      submit: "Approve the case",
      fields: [reason("The facts are clear")],
    },
    {
      name: "Escalate",
      transition: "escalate",
      path: path("escalate"),
      submit: "Escalate the case",
      fields: [reason("A supervisor should decide")],
    },
    {
      name: "Close",
      transition: "close",
      path: path("close"),
      submit: "Close the case",
      fields: [reason("Settled")],
    },
    {
      name: "Reopen",
      transition: "reopen",
      path: path("reopen"),
      submit: "Reopen the case",
      fields: [reason("New facts came in")],
    },
    {
      name: "Assign",
      path: path("assignment"),
      submit: "Assign the officer",
      fields: assignmentFields(officer, officers),
    },
    { name: "Note", path: path("notes"), submit: "Add the note", fields: noteFields },
    { name: "Timer", path: path("timers"), submit: "Start the timer", fields: timerFields },
    { name: "Evidence", path: path("evidence"), submit: "Submit the evidence", fields: evidenceFields() },
    { name: "Fee", path: path("fees"), submit: "Post the fee", fields: feeFields() },
    { name: "Notice", path: path("notices"), submit: "Send the notice", fields: noticeFields },
  ];
}

const sources = [
  ["web-form", "Web form"],
  ["hotline", "Hotline"],
  ["letter", "Letter"],
  ["ombudsman", "Ombudsman"],
];

const timerFields = [
  {
    name: "type",
    label: "Timer",
    kind: "choice",
    choices: [
      ["FIRST_RESPONSE", "First response"],
      ["DECISION", "Decision"],
      ["APPEAL", "Appeal"],
    ],
  },
  { name: "dueInHours", label: "Due in hours", kind: "number", value: 48, least: 1, most: 8760 },
];

const noteFields = [
  {
    name: "text",
    label: "Text",
    kind: "area",
    value: "Called the complainant.",
    hint: "Two notes may say the same: the key alone keeps this one single.",
  },
];

const noticeFields = [
  { name: "recipient", label: "Recipient", kind: "text", value: "complainant@example.org" },
  {
    name: "template",
    label: "Template",
    kind: "choice",
    choices: [
      ["received", "Received"],
      ["decision", "Decision"],
      ["closed", "Closed"],
    ],
  },
  {
    name: "event",
    label: "Event",
    kind: "text",
    value: "case-opened",
    hint: "One notice per recipient, template and event, whatever the key.",
  },
];

function assignmentFields(current, officers) {
  const choices = officers.map((one) => [
    one.officer,
    `${words(one.officer)}, ${one.activeCases} of ${one.maxActiveCases} cases`,
  ]);
  const hasRoom = (one) => one.officer !== current && one.activeCases < one.maxActiveCases;
  const replaced = [["", "nobody"], ...officers.map((one) => [one.officer, words(one.officer)])];
  return [
    {
      name: "officer",
      label: "Officer",
      kind: "choice",
      choices,
      value: officers.find(hasRoom)?.officer,
      hint: "A full officer is refused, and that answer stays for its key.",
    },
    {
      name: "replaces",
      label: "In place of",
      kind: "choice",
      choices: replaced,
      value: current ?? "",
      optional: true,
    },
  ];
}

function evidenceFields() {
  const file = {
    name: "file",
    label: "File",
    kind: "file",
    optional: true,
    fills: { name: "name", digest: "sha256" },
    hint: "It stays here; only its name and digest are sent.",
  };
  return [
    ...(crypto.subtle ? [file] : []),
    { name: "name", label: "Name", kind: "text", value: "meter-reading.jpg" },
    {
      name: "sha256",
      label: "SHA-256",
      kind: "text",
      value: randomHex(64),
      most: 64,
      pattern: "[0-9a-f]{64}",
    },
    { name: "note", label: "Note", kind: "text", optional: true, value: "" },
  ];
}

function feeFields() {
  return [
    { name: "amountCents", label: "Amount", kind: "money", value: "125.00", most: 1_000_000 },
    {
      name: "currency",
      label: "Currency",
      kind: "choice",
      choices: [
        ["EUR", "EUR"],
        ["USD", "USD"],
      ],
    },
    {
      name: "sourceOperation",
      label: "Source operation",
      kind: "text",
      value: `inspection-${randomHex(6)}`,
      hint: "Posted once per source operation, whatever the key.",
    },
  ];
}
