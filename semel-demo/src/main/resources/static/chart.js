/* Draws counts over time as lines, by hand, as large as the place it is given. */

import { svg } from "./dom.js";
import { count } from "./format.js";

const heightPixels = 260;
const margin = { top: 22, right: 14, bottom: 40, left: 50 };
const niceSteps = [1, 2, 5];
const pixelsPerTick = { x: 70, y: 44 };

/** Lines have: name (also the CSS class), of (reads the count from a point). Points have millis. */
export class Chart {
  #lines;
  #data = { points: [], target: 0, faults: [] };

  constructor(place, lines, life) {
    this.#lines = lines;
    this.node = svg("svg", { class: "chart", role: "img" });
    place.append(this.node);
    const observer = new ResizeObserver(() => this.#draw());
    observer.observe(place);
    life.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Shows these points, a level to be reached, and moments of faults [{millis, text}]. */
  show(data) {
    this.#data = data;
    this.#draw();
  }

  #draw() {
    const width = Math.max(240, this.node.parentNode.clientWidth);
    const frame = frameFor(width, this.#data, this.#lines);
    this.node.setAttribute("viewBox", `0 0 ${width} ${heightPixels}`);
    this.node.setAttribute("height", heightPixels);
    this.node.setAttribute("aria-label", describe(this.#data, this.#lines));
    this.node.replaceChildren(
      ...grid(frame),
      ...target(frame, this.#data.target),
      ...faults(frame, this.#data.faults),
      ...this.#paths(frame),
    );
  }

  #paths(frame) {
    return this.#lines.map((line) => {
      const places = this.#data.points.map(
        (point) => `${frame.x(point.millis / 1000)},${frame.y(line.of(point))}`,
      );
      return svg("polyline", { class: `line line-${line.name}`, points: places.join(" ") });
    });
  }
}

/* Scales that leave the lines some air, so that the axes do not change with every point. */
function frameFor(width, { points, target: level }, lines) {
  const inner = {
    width: width - margin.left - margin.right,
    height: heightPixels - margin.top - margin.bottom,
  };
  const highest = Math.max(10, level, ...points.flatMap((point) => lines.map((line) => line.of(point))));
  const seconds = Math.max(5, (points.at(-1)?.millis ?? 0) / 1000);
  const yStep = niceStep(highest, inner.height / pixelsPerTick.y);
  const xStep = niceStep(seconds, inner.width / pixelsPerTick.x);
  const top = Math.ceil(highest / yStep) * yStep;
  const end = Math.ceil(seconds / xStep) * xStep;
  return {
    width,
    xTicks: ticks(end, xStep),
    yTicks: ticks(top, yStep),
    x: (value) => round(margin.left + (value / end) * inner.width),
    y: (value) => round(heightPixels - margin.bottom - (value / top) * inner.height),
  };
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that gives no more ticks than wanted. */
export function niceStep(highest, maxTicks) {
  const wanted = Math.max(1, highest / Math.max(1, Math.floor(maxTicks)));
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = niceSteps.find((nice) => nice * power >= wanted);
  return step ? step * power : 10 * power;
}

function ticks(end, step) {
  return Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
}

function grid(frame) {
  const bottom = heightPixels - margin.bottom;
  const across = frame.yTicks.flatMap((value) => [
    svg("line", {
      class: "grid",
      x1: margin.left,
      x2: frame.width - margin.right,
      y1: frame.y(value),
      y2: frame.y(value),
    }),
    svg(
      "text",
      { class: "tick", x: margin.left - 8, y: frame.y(value) + 4, "text-anchor": "end" },
      count(value),
    ),
  ]);
  const along = frame.xTicks.flatMap((value) => [
    svg("line", { class: "grid-mark", x1: frame.x(value), x2: frame.x(value), y1: bottom, y2: bottom + 5 }),
    svg("text", { class: "tick", x: frame.x(value), y: bottom + 18, "text-anchor": "middle" }, count(value)),
  ]);
  const names = [
    svg("text", { class: "axis", x: 4, y: 12 }, "so far"),
    svg(
      "text",
      { class: "axis", x: frame.width - margin.right, y: heightPixels - 4, "text-anchor": "end" },
      "seconds",
    ),
  ];
  return [...across, ...along, ...names];
}

function target(frame, level) {
  if (!level) {
    return [];
  }
  return [
    svg("line", {
      class: "target",
      x1: margin.left,
      x2: frame.width - margin.right,
      y1: frame.y(level),
      y2: frame.y(level),
    }),
    svg(
      "text",
      {
        class: "target-name",
        x: frame.width - margin.right - 4,
        y: frame.y(level) - 6,
        "text-anchor": "end",
      },
      `${count(level)} intents`,
    ),
  ];
}

function faults(frame, moments) {
  return moments.flatMap(({ millis, text }) => {
    const x = frame.x(millis / 1000);
    return [
      svg("line", { class: "fault", x1: x, x2: x, y1: margin.top - 4, y2: heightPixels - margin.bottom }),
      svg(
        "text",
        {
          class: "fault-name",
          x: Math.min(x, frame.width - margin.right - 44),
          y: 12,
          "text-anchor": "middle",
        },
        text,
      ),
    ];
  });
}

function describe({ points }, lines) {
  const last = points.at(-1);
  if (!last) {
    return "Chart of attempts and effects; nothing was sent yet.";
  }
  const parts = lines.map((line) => `${line.name} ${count(line.of(last))}`);
  return `Chart after ${Math.round(last.millis / 1000)} seconds: ${parts.join(", ")}.`;
}

function round(number) {
  return Math.round(10 * number) / 10;
}
