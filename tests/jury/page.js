// Leafs through a game. The positions are drawn already: a step names its shapes by number.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const steps = data.steps;
const end = steps.length - 1;
const element = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
let now = 0;

// Shapes are made once and put on the board again when a step needs them.
const made = new Map();
function shape(number) {
  if (!made.has(number)) {
    const holder = document.createElementNS(SVG, "g");
    holder.innerHTML = data.shapes[number];
    made.set(number, [...holder.childNodes]);
  }
  return made.get(number);
}

function svg(parent, name, attributes, text) {
  const child = document.createElementNS(SVG, name);
  for (const key in attributes) child.setAttribute(key, attributes[key]);
  if (text !== undefined) child.textContent = text;
  parent.append(child);
  return child;
}

const side = (seat) => data.seats[seat];
const short = new Intl.NumberFormat("en", { notation: "compact" });
const signed = (score) => (score > 0 ? "+" : "") + score;

function drawBoard(step) {
  const before = new Set(now > 0 ? steps[now - 1].shapes : step.shapes);
  const title = document.createElementNS(SVG, "title");
  title.textContent = step.caption || "the board";
  const shapes = step.shapes.flatMap((number) => {
    for (const node of shape(number)) {
      node.classList.toggle("changed", data.markChanges && !before.has(number));
    }
    return shape(number);
  });
  element("board").replaceChildren(title, ...shapes);
  element("caption").textContent = step.caption;
}

function say(step) {
  if (step.seat === null) return "The start.";
  const who = side(step.seat) + ", " + data.players[step.seat];
  const what = step.forfeit ? "forfeits: " + step.forfeit : step.text + (step.jury ? " (played by the jury)" : "");
  const result = now < end ? "" : " \u2014 the end, " + data.result[0] + " : " + data.result[1];
  return now + " of " + end + ". " + who + ": " + what + result;
}

// What each side last said, up to this step.
function drawNumbers() {
  const body = element("numbers").tBodies[0];
  body.replaceChildren();
  for (const seat of [0, 1]) {
    let last = now;
    while (last > 0 && steps[last].seat !== seat) last -= 1;
    const said = steps[last].seat === seat ? steps[last] : {};
    const points = now === end ? data.result : steps[now].points;
    const row = body.insertRow();
    const cells = [
      ["\u25cb ", "\u25a0 "][seat] + side(seat),
      points[seat],
      steps[now].clock[seat].toFixed(2),
      said.score == null ? "" : signed(said.score),
      said.depth ?? "",
      said.nodes == null ? "" : short.format(said.nodes),
    ];
    for (const cell of cells) row.insertCell().textContent = cell;
  }
}

function show(step) {
  now = Math.min(Math.max(step, 0), end);
  drawBoard(steps[now]);
  element("status").textContent = say(steps[now]);
  drawNumbers();
  const last = now === end ? data.lastWords : [];
  element("log").textContent = [...steps[now].log, ...last].join("\n");
  element("slider").value = now;
  element("slider").setAttribute("aria-valuetext", say(steps[now]));
  element("first").disabled = element("back").disabled = now === 0;
  element("last").disabled = element("next").disabled = now === end;
  cursor.setAttribute("x1", across(now));
  cursor.setAttribute("x2", across(now));
}

// The curve: three bands above each other with one axis of moves.
const LEFT = 40;
const RIGHT = 352;
const across = (step) => LEFT + (end ? (step / end) * (RIGHT - LEFT) : 0);
const timed = steps[end].clock.some((seconds) => seconds > 0);
const value = {
  // As the first mover sees it: agreeing programs have one curve.
  score: (step) => (step.score == null ? null : step.seat === 0 ? step.score : -step.score),
  seconds: (step, i) => (step.seat === null || !timed ? null : step.clock[step.seat] - steps[i - 1].clock[step.seat]),
  depth: (step) => step.depth ?? null,
};

// The largest value that is drawn: proven wins may be a thousand times as large as all other scores.
function limit(values) {
  const sizes = values.filter((v) => v !== null).map(Math.abs).sort((a, b) => a - b);
  const most = sizes[sizes.length - 1] || 1;
  const usual = sizes[Math.floor(sizes.length * 0.8)] || most;
  return most > 4 * usual ? 2 * usual : most;
}

function drawBand(curve, name, top, height, low) {
  const values = steps.map(value[name]);
  if (values.every((v) => v === null)) {
    svg(curve, "text", { x: LEFT, y: top + height / 2 }, "no " + name + " known");
    return;
  }
  const most = limit(values);
  const up = (v) => top + height - ((Math.min(Math.max(v, low * most), most) - low * most) / (most - low * most)) * height;
  svg(curve, "line", { class: "axis", x1: LEFT, x2: RIGHT, y1: up(0), y2: up(0) });
  svg(curve, "text", { x: 2, y: up(most) + 8 }, Number(most.toPrecision(3)));
  svg(curve, "text", { x: 2, y: up(low * most) }, Number((low * most).toPrecision(3)));
  svg(curve, "text", { x: LEFT, y: top - 3 }, name);
  for (const seat of [0, 1]) {
    const word = ["first", "second"][seat];
    const mine = values.map((v, i) => [i, v]).filter(([i, v]) => v !== null && steps[i].seat === seat);
    const points = mine.map(([i, v]) => across(i).toFixed(1) + "," + up(v).toFixed(1));
    svg(curve, "polyline", { class: word, "data-band": name, points: points.join(" ") });
    if (mine.length > 70) continue;
    for (const [i, v] of mine) {
      if (seat === 0) svg(curve, "circle", { class: "point first", cx: across(i), cy: up(v), r: 1.8 });
      else svg(curve, "rect", { class: "point second", x: across(i) - 1.8, y: up(v) - 1.8, width: 3.6, height: 3.6 });
    }
  }
}

const curve = element("curve");
drawBand(curve, "score", 16, 110, -1);
drawBand(curve, "seconds", 148, 48, 0);
drawBand(curve, "depth", 216, 48, 0);
// Records from elsewhere know of moves only.
curve.style.display = steps.some((step, i) => Object.values(value).some((of) => of(step, i) !== null)) ? "" : "none";
const cursor = svg(curve, "line", { class: "now", y1: 6, y2: 268 });
element("legend").textContent = curve.style.display ? "The record says nothing of scores and seconds." :
  "Whole line and round points: " + side(0) + ". Dashed line and squares: " + side(1) +
  ". Scores are drawn from the side of " + side(0) + ": those of " + side(1) + " with the other sign. Seconds are those of the move.";

curve.addEventListener("click", (event) => {
  const box = curve.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * 360;
  show(Math.round(((x - LEFT) / (RIGHT - LEFT)) * end));
});
element("first").addEventListener("click", () => show(0));
element("back").addEventListener("click", () => show(now - 1));
element("next").addEventListener("click", () => show(now + 1));
element("last").addEventListener("click", () => show(end));
element("slider").addEventListener("input", () => show(Number(element("slider").value)));
document.addEventListener("keydown", (event) => {
  // The slider knows these keys itself.
  if (event.target === element("slider") || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: end, PageUp: now - 10, PageDown: now + 10 };
  if (event.key in target) {
    event.preventDefault();
    show(target[event.key]);
  }
});
// A link may name a move: game.html#12
const linked = () => show(Number(location.hash.slice(1)) || 0);
addEventListener("hashchange", linked);
linked();
