
// The live board, behind the page's own script: hears what is played, and sends what a person does.
// For tests: whatever can be chosen has the class `part` and the attribute `data-line` (on the board a mark, else a button in
// `#parts`); `#line` is the field, `#send` its button, `#takeback`, `#resign` and `#hint` are controls; `#question` says
// what is chosen, `#status` how the game stands.
let live = null;
let heard = 0; // when that was
let chosen = []; // parts, each with the line so far
let open = []; // parts that may follow
let question = ""; // which of them?
let hinted = null; // the places of a hint's lines
let preview = null; // the board after the line that was chosen
let trouble = ""; // why something was refused
let sender = null; // what had the focus when a line was sent

const SURE = "Press `resign` once more to give up.";

async function ask(path, body = "") {
  const reply = await fetch(path, { method: "POST", body });
  const text = await reply.text();
  return reply.ok ? JSON.parse(text) : { error: "The jury does not answer: " + text };
}

// Asks for news again and again: the answer comes when there are some, or says the same once more.
async function listen() {
  let version = "";
  try {
    for (;;) {
      const news = await ask("news", version);
      if (String(news.version) !== version) hear(news);
      version = String(news.version);
    }
  } catch {
    trouble = "The jury is gone.";
    decorate();
  }
}

function hear(news) {
  const follow = now === end;
  renew(news.game);
  live = news.live;
  hinted = null;
  heard = performance.now();
  trouble = "";
  choose([], live);
  show(follow ? end : now);
  element("takeback").disabled = !steps.some((step) => step.seat === live.person);
  // On a phone the verdict stands below the board alone.
  const verdict = document.createElement("span");
  verdict.textContent = data.verdict && ": " + data.verdict;
  document.querySelector("h1").replaceChildren(document.title.split(":")[0], verdict);
  [...document.querySelectorAll(".players .sign")].forEach((mark, seat) => (mark.nextSibling.textContent = side(seat) + ": "));
  if (live.asked && sender && follow) {
    // The next move begins where this one did.
    (sender === element("line") ? sender : firstPart() || sender).focus({ preventScroll: true });
    sender = null;
  }
}

const line = () => element("line").value.trim();
const firstPart = () => document.querySelector("#board .part, #parts .part");

function choose(parts, next) {
  chosen = parts;
  ({ parts: open = [], question = "" } = next);
  preview = null;
  element("line").value = parts.length ? parts[parts.length - 1].line : "";
}

// A part is chosen or taken away: asks what may follow and how the board would look.
async function reach(parts) {
  const last = parts[parts.length - 1];
  const next = last ? await ask("parts", last.line) : live;
  trouble = next.error || "";
  choose(parts, next);
  if (last && last.whole && !open.length) {
    show(end);
    return send();
  }
  if (last && last.whole) preview = await ask("preview", last.line);
  show(end);
  firstPart()?.focus({ preventScroll: true });
}

async function act(path, body) {
  const { error = "" } = await ask(path, body);
  // What goes well is heard of: drawn anew, the board would lose the focus.
  if (error === trouble) return;
  trouble = error;
  decorate();
}

function send() {
  sender = document.activeElement;
  if (live.asked && line()) act("write", line());
}

// The nearest part in the direction of an arrow key; of buttons the one before or behind.
function beside(node, key) {
  if (node.matches("button")) {
    return (key === "ArrowLeft" || key === "ArrowUp" ? node.previousElementSibling : node.nextElementSibling) || node;
  }
  const turn = element("stage").matches(".turned") ? -1 : 1;
  const [dx, dy] = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, -turn], ArrowDown: [0, turn] }[key];
  let best = null;
  for (const other of document.querySelectorAll("#board .part")) {
    const [a, b] = [other.choice.x - node.choice.x, other.choice.y - node.choice.y];
    const ahead = a * dx + b * dy;
    const far = Math.hypot(a, b) + 2 * Math.abs(a * dy - b * dx);
    if (ahead > 1e-6 && (!best || far < best.far)) best = { far, other };
  }
  return best ? best.other : node;
}

// A finger is 44 pixels wide: of the places that near, the nearest one is meant. So another piece is chosen instead, too.
const FINGER = 44;
function point(event) {
  let best = null;
  for (const node of document.querySelectorAll("#board .part, #board .other")) {
    const box = node.firstElementChild.getBoundingClientRect();
    const far = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
    if (far <= Math.max(FINGER / 2, box.width / 2) && (!best || far < best.far)) best = { far, node };
  }
  // A reader's click has no place. A name belongs to its city.
  const node = event.detail && !event.target.matches(".near") ? best && best.node : event.target.closest(".part");
  if (!node) return;
  const begun = node.matches(".part") ? chosen : [];
  reach(chosen.includes(node.choice) ? chosen.slice(0, chosen.indexOf(node.choice)) : [...begun, node.choice]);
}

function press(event, part) {
  if (event.key === "Enter" || event.key === " ") {
    reach([...chosen, part]);
  } else if (event.key.startsWith("Arrow")) {
    const next = beside(event.currentTarget, event.key);
    event.currentTarget.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus({ preventScroll: true });
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

// Where a name of that half width stands beside its city: the nearest place with the least in its way, other names most of all.
function clear({ x, y }, half, things) {
  const round = [...Array(60).keys()].map((i) => ({ x: x + (2 + half + i / 20) * Math.sin(i / 2), y: y - (3 + i / 20) * Math.cos(i / 2), half }));
  const meet = (a, b, high) => Math.abs(a.x - b.x) < a.half + (b.half || 2) && Math.abs(a.y - b.y) < high;
  const cost = (place) => things.reduce((sum, one) => sum + (one.half ? 9 * meet(place, one, 4.2) : meet(place, one, 3.2)), 0);
  const cut = ({ x, y }) => x < half || x > 100 - half || y < 2 || y > 98;
  return round.map((place) => ({ ...place, cost: cost(place) + 9 * cut(place) })).sort((a, b) => a.cost - b.cost)[0];
}

// What may be chosen, on the board and beside it.
function drawParts() {
  const board = element("board");
  const buttons = element("parts");
  const focused = document.activeElement.dataset.line;
  for (const old of board.querySelectorAll(".part, .other, .chosen, .hint")) old.remove();
  buttons.replaceChildren();
  element("question").textContent = now === end && live.asked && open.length ? question : "";
  if (now !== end || !live.asked) return;
  const shown = preview && preview.svg ? preview : live.picture;
  if (shown) {
    const holder = document.createElementNS(SVG, "g");
    holder.innerHTML = shown.svg;
    board.replaceChildren(board.firstElementChild, holder);
    element("caption").textContent = shown.caption;
  }
  const placed = (part) => part.x !== null;
  const [size, things] = [least(), standing()];
  const pieces = things.filter(({ node }) => !node.matches(".city"));
  advise(hinted || [], "hint");
  for (const part of chosen.filter(placed)) mark(board, part, things, size, "chosen");
  // Where every free place may be chosen, a mark says nothing: it comes with the mouse or the focus.
  const free = data.places.map(at).filter((place) => !pieces.some(near(place, size)));
  const full = []; // names of cities
  const every = open.filter(placed).length >= free.length;
  const hit = (name, part, more) => {
    const node = svg(board, "g", { class: name, ...more });
    node.choice = part;
    svg(node, "circle", { class: "hit", cx: part.x, cy: part.y, r: 0.5 * size });
    return node;
  };
  if (chosen.length) live.parts.filter((part) => placed(part) && !open.some(near(part, size))).forEach((part) => hit("other", part));
  open.forEach((part) => {
    let node;
    if (placed(part)) {
      const tab = board.querySelector(".part") ? -1 : 0;
      node = hit(every ? "part bare" : "part", part, { tabindex: tab, role: "button", "aria-label": part.label });
      svg(node, "title", {}, part.label);
      mark(node, part, things, size, "mark-part");
      // On a phone a city's own name is small.
      if (!every && board.querySelector(".city")) {
        const name = part.label.split(" ").pop();
        const place = clear(part, 0.4 + 1.15 * name.length, [...full, ...pieces, ...open.filter(placed)]);
        full.push(place);
        svg(node, "text", { class: "near", x: place.x, y: place.y + 1.2, "font-size": 3.4 }, name);
      }
    } else {
      node = document.createElement("button");
      node.type = "button";
      node.className = "part";
      if (part.icon) svg(node, "svg", { viewBox: "-0.05 -0.05 1.1 1.1", "aria-hidden": true }).innerHTML = part.icon;
      node.append(part.label);
      node.addEventListener("click", () => reach([...chosen, part]));
      buttons.append(node);
    }
    node.dataset.line = part.line;
    node.addEventListener("keydown", (event) => press(event, part));
    if (part.line === focused) node.focus({ preventScroll: true });
  });
}

// How the game stands, in words.
function words() {
  if (trouble) return trouble;
  const name = live.turn === null ? "" : data.players[live.turn];
  const legal = live.legal === null ? "" : " " + live.legal + " legal move" + (live.legal === 1 ? ". " : "s. ");
  if (live.over) return say(steps[end]) + " " + live.message;
  if (live.asked && chosen.length) return "Your move so far: " + line() + (chosen[chosen.length - 1].whole ? ". Enter plays it." : " ...");
  const last = end ? say(steps[end]) + " \u2014 " : "";
  if (live.asked) return last + "Your turn (" + side(live.person) + ")." + legal + live.message;
  if (live.reliving) return "What was played before is played once more: " + name + " is on turn. " + live.message;
  if (live.thinking !== null) return last + name + " thinks. " + live.message;
  return last + (live.turn === null ? "" : side(live.turn) + " is on turn. ") + live.message;
}

function decorate() {
  if (!live) return;
  drawParts();
  if (now === end || trouble) element("status").textContent = words();
  for (const id of ["line", "hint", "resign"]) element(id).disabled = !live.asked;
  // The one thing to do next stands out.
  element("send").hidden = !live.asked || !line() || (chosen.length && !chosen.at(-1).whole);
}

function tick() {
  const seconds = (seat) => {
    const thinks = live.thinking !== null && live.turn === seat;
    return live.seconds[seat] + (thinks ? live.thinking + (performance.now() - heard) / 1000 : 0);
  };
  const clock = (seat) => {
    const limit = seat === live.person ? "" : " of " + live.limit;
    return " " + seconds(seat).toFixed(1) + limit + " s" + (live.thinking !== null && live.turn === seat ? " \u2026" : "");
  };
  if (live) document.querySelectorAll(".clock").forEach((node, seat) => (node.textContent = clock(seat)));
}

addEventListener("shown", decorate);
element("line").addEventListener("input", (event) => {
  const { value } = event.target;
  choose([], live);
  event.target.value = value;
  decorate();
});
element("board").addEventListener("click", point);
element("line").addEventListener("keydown", (event) => {
  event.stopPropagation();
  if (event.key === "Enter") send();
});
element("send").addEventListener("click", send);
element("takeback").addEventListener("click", () => act("takeback"));
element("resign").addEventListener("click", () => {
  if (trouble === SURE) return act("resign");
  trouble = SURE;
  decorate();
});
element("hint").addEventListener("click", async () => {
  const before = heard;
  trouble = "A program thinks about it ...";
  decorate();
  const { error, program, lines = [""], places = [], score } = await ask("hint");
  if (heard !== before) return;
  const worth = error || score === null ? "" : ", score " + signed(score);
  trouble = error || program + " would play " + lines.join(", ") + worth + ". Enter plays it.";
  choose([], live);
  hinted = error ? null : places;
  element("line").value = lines[0];
  // So Enter plays it.
  decorate();
  if (!error) element("send").focus({ preventScroll: true });
  // A piece that moves has an arrow. What is placed is shown.
  if (lines[0] && places[0].length < 2) preview = await ask("preview", lines[0]);
  show(end);
});
document.addEventListener("keydown", (event) => {
  if (!live || !live.asked || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" && !event.target.closest("button, a, input, select")) send();
  if ((event.key === "Escape" || event.key === "Backspace") && chosen.length) reach(chosen.slice(0, -1));
});
setInterval(tick, 200);
show(end);
listen();
