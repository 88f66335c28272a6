// Leafs through a game. The positions are drawn already: a step names its shapes by number.
"use strict";

let data = JSON.parse(document.getElementById("data").textContent);
let steps = data.steps;
let end = steps.length - 1;
let over = end + 1; // behind a forfeit no program shows what it can
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

// The sign of a side: its colour on the board, and a shape that tells it apart without colours.
function sign(seat) {
  const mark = document.createElement("span");
  mark.className = "sign " + ["first ", "second "][seat] + data.colours[seat];
  return mark;
}

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
  const who = step.jury ? "The jury for " + side(step.seat) : side(step.seat) + ", " + data.players[step.seat];
  const what = step.forfeit.startsWith("resigned") ? " resigns" : step.forfeit ? " forfeits, " + step.forfeit : ": " + step.text;
  const why = over <= end ? " " + side(steps[over - 1].seat) + " forfeited at " + (over - 1) + "." : "";
  return now + " of " + end + ". " + who + what + (now < end ? "" : data.verdict && " \u2014 " + data.verdict + why);
}

// What each side last said, up to this step. Columns that nobody ever fills are left out.
function drawNumbers() {
  const body = element("numbers").tBodies[0];
  body.replaceChildren();
  const filled = [true, true, timed(), ...["score", "depth", "nodes"].map((name) => steps.some((step) => step[name] != null))];
  for (const seat of [0, 1]) {
    const shown = Math.min(now, over - 1);
    const said = steps.slice(0, shown + 1).findLast((step) => step.seat === seat) || {};
    const points = (now >= Math.min(end, over - 1) && data.result) || steps[now].points;
    const row = body.insertRow();
    const cells = [
      side(seat),
      points[seat],
      steps[shown].clock[seat].toFixed(2),
      said.score == null ? "" : signed(said.score),
      said.depth ?? "",
      said.nodes == null ? "" : short.format(said.nodes),
    ];
    for (const cell of cells) row.insertCell().textContent = cell;
    row.cells[0].prepend(sign(seat));
  }
  for (const row of element("numbers").rows) [...row.cells].forEach((cell, i) => (cell.hidden = !filled[i]));
}

// Who stands better, by the last score: the first mover's share from below.
function drawBar() {
  const scores = values("score");
  const known = scores.slice(0, now + 1).filter((score) => score !== null);
  element("bar").hidden = scores.every((score) => score === null);
  if (element("bar").hidden) return;
  const score = now < over ? known.at(-1) ?? 0 : 0;
  const unit = Math.max(data.scale, limit(scores, 0.8) / 4);
  element("bar").title = "score " + signed(score) + " for " + side(0);
  element("bar").className = data.colours[1];
  // As high as the board without its letters.
  const ground = [...document.querySelectorAll("#board :is(.board, .wood, .cell, .lake)")].map((node) => node.getBBox());
  const above = Math.min(...ground.map((box) => box.y));
  const below = data.size[1] - Math.max(...ground.map((box) => box.y + box.height));
  for (const [name, far] of [["--above", above], ["--below", below]]) element("bar").style.setProperty(name, (100 * far) / data.size[1] + "%");
  const inner = element("bar").firstElementChild;
  inner.className = data.colours[0];
  inner.style.height = 50 + (50 * score) / (Math.abs(score) + unit) + "%";
}

// The least distance of two places.
function least() {
  const far = ([a, b]) => ([c, d]) => Math.hypot(a - c, b - d) || Infinity;
  return Math.min(data.size[0] / 3, ...data.places.flatMap((place, i) => data.places.slice(0, i).map(far(place))));
}

// What stands on the board, by its middle: the uppermost piece, tile or city.
const PIECES = ".white, .black, .red, .blue, .neutral, .tile, .city";
function standing() {
  return [...document.querySelectorAll("#board :is(" + PIECES + ")")].reverse().map((node) => {
    const box = node.getBBox();
    return { node, box, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
}

const near = (place, size) => ({ x, y }) => Math.hypot(x - place.x, y - place.y) < 0.2 * size;

// How thick a mark is, in the picture's units: two pixels, if the places leave room.
const stroke = (size) => Math.min((2 * data.size[0]) / element("board").getBoundingClientRect().width, 0.08 * size);

// A mark that covers nothing: around what stands there, else a dot.
function mark(parent, part, things, size, name) {
  const found = things.find(near(part, size));
  const empty = { chosen: 0.42, played: 0.3 }[name] ?? 0.14;
  if (!found) return svg(parent, "circle", { class: name + " dot", cx: part.x, cy: part.y, r: empty * size });
  const { node, box } = found;
  // The ring begins where the piece ends; a city's own edge is its ring.
  const gap = node.matches(".city, .tile") ? 0.02 * size : parseFloat(getComputedStyle(node).strokeWidth) / 2 + 0.7 * stroke(size);
  const attributes = { class: name + " ring", x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap };
  if (!node.matches("rect")) attributes.rx = attributes.ry = Math.max(box.width, box.height) / 2 + gap;
  return svg(parent, "rect", attributes);
}

// An arrow under the pieces, from the edge of one to its target. Where a cell has its own ground it would hide the arrow.
function drawArrow([a, b], [c, d], size, lowest, name) {
  const far = Math.hypot(c - a, d - b);
  const [dx, dy] = [((c - a) / far) * size, ((d - b) / far) * size];
  const [x, y] = [c - 0.1 * dx, d - 0.1 * dy];
  const shaft = { x1: a + 0.48 * dx, y1: b + 0.48 * dy, x2: x - 0.2 * dx, y2: y - 0.2 * dy, "stroke-width": 0.1 * size };
  const head = [[x, y], [x - 0.3 * dx + 0.18 * dy, y - 0.3 * dy - 0.18 * dx], [x - 0.3 * dx - 0.18 * dy, y - 0.3 * dy + 0.18 * dx]];
  const arrow = svg(element("board"), "g", { class: name });
  svg(arrow, "line", { class: "arrow", ...shaft });
  svg(arrow, "polygon", { class: "arrow", points: head.join(" ") });
  if (!lowest.parentNode.querySelector(":scope > .cell")) lowest.before(arrow);
}

// What somebody plays: from a piece an arrow goes to the other place. Stones and cities that are chosen get a mark each.
const at = ([x, y]) => ({ x, y });
function advise(lines, name) {
  const [size, things] = [least(), standing()];
  const pieces = things.filter(({ node }) => !node.matches(".city"));
  element("board").style.setProperty("--stroke", stroke(size) + "px");
  for (const [from, ...others] of lines.filter((line) => line.length)) {
    const moves = others.length === 1 && pieces.some(near(at(from), size));
    if (moves) drawArrow(from, others[0], size, pieces.at(-1).node, name);
    else for (const place of [from, ...others]) mark(element("board"), at(place), things, size, name);
  }
}

function show(step) {
  now = Math.trunc(Math.min(Math.max(step, 0), end));
  // A turn that is reviewed is seen before it is played.
  const turn = data.marks[now];
  drawBoard(steps[turn ? now - 1 : now]);
  if (turn) advise(turn.played, "played");
  if (turn) advise(turn.better, "hint");
  element("status").textContent = turn ? turn.words : say(steps[now]);
  drawNumbers();
  drawBar();
  element("log").textContent = steps[now].log.join("\n");
  element("log").dataset.by = data.writers[steps[now].seat ?? 0];
  element("log").hidden = steps.every((step) => !step.log.length);
  element("back").disabled = now === 0;
  element("next").disabled = now === end;
  cursor.setAttribute("x1", across(now));
  cursor.setAttribute("x2", across(now));
  const list = element("moves");
  for (const current of list.querySelectorAll("[aria-current]")) current.removeAttribute("aria-current");
  const link = list.children[now];
  link.setAttribute("aria-current", "step");
  // Only the list scrolls, never the page.
  list.scrollTop = link.offsetTop - list.clientHeight / 2;
  dispatchEvent(new Event("shown"));
}

function listMove(step, number) {
  const link = document.createElement("a");
  link.href = "#" + number;
  const words = step.seat === null ? "start" : step.forfeit ? step.forfeit.split(":")[0] : step.text;
  link.append(number === 0 ? "" : number + ". ", step.seat === null ? "" : sign(step.seat), words, data.marks[number]?.sign ?? "");
  link.className = step.forfeit ? "forfeit" : step.jury ? "jury" : "";
  element("moves").append(link);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    show(number);
  });
}

// The curve: three bands above each other with one axis of moves.
const LEFT = 46;
const RIGHT = 352;
const across = (step) => LEFT + (end ? (step / end) * (RIGHT - LEFT) : 0);
const timed = () => steps[end].clock.some((seconds) => seconds > 0);
const value = {
  // As the first mover sees it: agreeing programs have one curve.
  score: (step) => (step.score == null ? null : step.seat === 0 ? step.score : -step.score),
  seconds: (step, i) => (step.seat === null || !timed() ? null : step.clock[step.seat] - steps[i - 1].clock[step.seat]),
  depth: (step) => step.depth ?? null,
};
const values = (name) => steps.map(value[name]).fill(null, over);

// The largest value that is drawn: proven wins may be a thousand times as large as all other scores.
function limit(values, share) {
  const sizes = values.filter((v) => v !== null).map(Math.abs).sort((a, b) => a - b);
  const most = sizes[sizes.length - 1] || 1;
  const usual = sizes[Math.floor(sizes.length * share)] || most;
  return most > 4 * usual ? 2 * usual : most;
}

function drawBand(curve, name, top, height) {
  const all = values(name);
  const known = all.filter((v) => v !== null);
  const most = limit(all, name === "score" ? 0.8 : 0.95);
  const low = Math.max(-most, Math.min(0, ...known));
  const high = Math.min(most, Math.max(0, ...known)) || (low < 0 ? 0 : most);
  const up = (v) => top + height - ((Math.min(Math.max(v, low), high) - low) / (high - low)) * height;
  const outside = (v) => v > high || v < low;
  svg(curve, "line", { class: "axis", x1: LEFT, x2: RIGHT, y1: up(0), y2: up(0) });
  for (const [v, shift] of [[high, 8], [low, 0]]) {
    const beyond = known.some((k) => outside(k) && k > 0 === v > 0);
    svg(curve, "text", { x: 2, y: up(v) + shift }, (beyond ? (v > 0 ? ">" : "<") : "") + Number(v.toPrecision(3)));
  }
  svg(curve, "text", { x: LEFT, y: top - 3 }, name);
  for (const seat of [0, 1]) {
    const colour = " " + ["first", "second"][seat] + " " + data.colours[seat];
    const mine = all.map((v, i) => [i, v]).filter(([i, v]) => v !== null && steps[i].seat === seat);
    const points = mine.map(([i, v]) => across(i).toFixed(1) + "," + up(v).toFixed(1)).join(" ");
    svg(curve, "polyline", { class: "case" + colour, points });
    svg(curve, "polyline", { class: "whole" + colour, "data-band": name, points });
    for (const [i, v] of mine) {
      const [x, y] = [across(i), up(v)];
      if (name === "score" && data.marks[i]?.sign === "??") svg(curve, "circle", { class: "fell", cx: x, cy: y, r: 5 });
      if (outside(v)) {
        const arrow = "M" + x + " " + (v > 0 ? y - 3 : y + 3) + "l3 " + (v > 0 ? 5 : -5) + "h-6z";
        svg(svg(curve, "path", { class: "point outside" + colour, d: arrow }), "title", {}, Number(v.toPrecision(6)));
      } else if (mine.length > 70) continue;
      else if (seat === 0) svg(curve, "circle", { class: "point" + colour, cx: x, cy: y, r: 1.9 });
      else svg(curve, "rect", { class: "point" + colour, x: x - 1.8, y: y - 1.8, width: 3.6, height: 3.6 });
    }
  }
}

const curve = element("curve");
let cursor = null;
function drawCurves() {
  curve.replaceChildren(curve.firstElementChild);
  // Records from elsewhere know of moves only.
  let top = 16;
  for (const [name, height] of [["score", 106], ["seconds", 46], ["depth", 47]]) {
    if (values(name).every((v) => v === null)) continue;
    drawBand(curve, name, top, height);
    top += height + 22;
  }
  curve.style.display = top > 16 ? "" : "none";
  curve.setAttribute("viewBox", "0 0 360 " + (top - 6));
  cursor = svg(curve, "line", { class: "now", y1: 6, y2: top - 14 });
  const scored = steps.some((step) => step.score != null);
  element("legend").textContent = !scored ? "" :
    "Up is better for " + side(0) + ". An arrow stands for a score outside.";
}

// The game, also as it went on, on a page that is live.
function renew(fresh) {
  data = fresh;
  steps = data.steps;
  end = steps.length - 1;
  over = steps.findIndex((step) => step.forfeit) + 1 || end + 1;
  made.clear();
  document.body.style.setProperty("--shape", data.size.join(" / "));
  element("board").setAttribute("viewBox", "0 0 " + data.size.join(" "));
  element("moves").replaceChildren();
  steps.forEach(listMove);
  drawCurves();
}
renew(data);

curve.addEventListener("click", (event) => {
  const box = curve.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * 360;
  show(Math.round(((x - LEFT) / (RIGHT - LEFT)) * end));
});
element("turn").addEventListener("click", () => element("stage").classList.toggle("turned"));
element("back").addEventListener("click", () => show(now - 1));
element("next").addEventListener("click", () => show(now + 1));
document.addEventListener("keydown", (event) => {
  // A field knows these keys itself.
  if (event.target.closest("input") || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: end };
  if (event.key in target) {
    event.preventDefault();
    show(target[event.key]);
  }
});
// A link may name a move: game.html#12
const linked = () => show(Number(location.hash.slice(1)) || 0);
addEventListener("hashchange", linked);
linked();
