
// The live board, behind the page's own script: hears what is played, and sends what a person does.
// For tests: whatever can be chosen has the class `part` and the attribute `data-line` (on the board a circle, else a button in
// `#parts`); `#line` is the field, `#send`, `#undo` (a part), `#takeback`, `#resign`, `#hint`, `#again` (with `#side`, `#program`,
// `#seconds`), `#step` and `#pause` are the buttons; `#status` says all in words, `#clock` who thinks.
let live = null;
let heard = 0; // when that was
let chosen = []; // parts, each with the line so far
let open = []; // parts that may follow
let preview = null; // the board after the line that was chosen
let trouble = ""; // why something was refused
let sender = null; // what had the focus when a line was sent

const SURE = "Press `resign` once more to give up.";

async function ask(path, body = "") {
  const reply = await fetch(path, { method: "POST", body });
  return reply.ok ? reply.json() : { error: "The jury does not answer: " + (await reply.text()) };
}

function listen() {
  const events = new EventSource("events");
  events.onmessage = (event) => {
    const news = JSON.parse(event.data);
    const follow = now === end;
    if (news.from[0] === 0) {
      renew(news.game);
    } else if (news.from[0] === steps.length && news.from[1] === data.shapes.length) {
      steps.push(...news.game.steps);
      news.game.shapes.unshift(...data.shapes);
      data = { ...news.game, steps };
      told(news.from[0]);
    } else {
      events.close();
      return listen();
    }
    live = news.live;
    heard = performance.now();
    trouble = "";
    choose([], live.parts);
    show(follow ? end : now);
    settle();
    if (live.asked && sender && follow) {
      // The next move begins where this one did.
      (sender === element("line") ? sender : firstPart() || sender).focus({ preventScroll: true });
      sender = null;
    }
  };
  events.addEventListener("full", () => {
    events.close();
    trouble = "The board is open in too many pages: this one no longer follows. Reload it to go on here.";
    decorate();
  });
  events.onerror = () => {
    trouble = "The jury is gone, or does not answer: `jury board --resume` goes on with the game.";
    decorate();
  };
}

const line = () => element("line").value.trim();
const firstPart = () => document.querySelector("#board .part, #parts .part");

function choose(parts, next) {
  chosen = parts;
  open = next;
  preview = null;
  element("line").value = parts.length ? parts[parts.length - 1].line : "";
}

// A part is chosen or taken away: asks what may follow and how the board would look.
async function reach(parts) {
  const last = parts[parts.length - 1];
  const next = last ? (await ask("parts", last.line)).parts : live.parts;
  trouble = "";
  choose(parts, next || []);
  if (last && last.whole) preview = await ask("preview", last.line);
  show(end);
  const target = last && last.whole && !open.length ? element("send") : firstPart();
  if (target) target.focus({ preventScroll: true });
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
  if (line()) act("write", line());
}

// Half the distance of the nearest two places.
function radius(places) {
  let least = data.size[0] / 6;
  for (const a of places) for (const b of places) {
    const far = Math.hypot(a.x - b.x, a.y - b.y);
    if (far > 0) least = Math.min(least, far);
  }
  return Math.max(0.46 * least, data.size[0] / 80);
}

// The nearest part in the direction of an arrow key; of buttons the one before or behind.
function beside(part, key) {
  if (part.matches("button")) {
    return (key === "ArrowLeft" || key === "ArrowUp" ? part.previousElementSibling : part.nextElementSibling) || part;
  }
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const at = (circle) => [circle.cx.baseVal.value, circle.cy.baseVal.value];
  const [x, y] = at(part);
  let best = null;
  for (const other of document.querySelectorAll("#board .part")) {
    const [a, b] = [at(other)[0] - x, at(other)[1] - y];
    const ahead = a * dx + b * dy;
    const far = Math.hypot(a, b) + 2 * Math.abs(a * dy - b * dx);
    if (ahead > 1e-6 && (!best || far < best.far)) best = { far, other };
  }
  return best ? best.other : part;
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

// What may be chosen, on the board and beside it.
function drawParts() {
  const board = element("board");
  const buttons = element("parts");
  const focused = document.activeElement.dataset.line;
  for (const old of board.querySelectorAll(".part, .chosen")) old.remove();
  buttons.replaceChildren();
  if (now !== end || !live.asked) return;
  const shown = preview && preview.svg ? preview : live.picture;
  if (shown) {
    const holder = document.createElementNS(SVG, "g");
    holder.innerHTML = shown.svg;
    board.replaceChildren(board.firstElementChild, holder);
    element("caption").textContent = shown.caption;
  }
  const placed = (part) => part.x !== null;
  const r = radius([...live.parts, ...open].filter(placed));
  for (const part of chosen.filter(placed)) svg(board, "circle", { class: "chosen", cx: part.x, cy: part.y, r: 0.8 * r });
  open.forEach((part) => {
    let node;
    if (placed(part)) {
      const tab = board.querySelector(".part") ? -1 : 0;
      node = svg(board, "circle", { class: "part", cx: part.x, cy: part.y, r, tabindex: tab, role: "button", "aria-label": part.label });
      svg(node, "title", {}, part.label);
    } else {
      node = document.createElement("button");
      node.type = "button";
      node.className = "part";
      node.textContent = part.label;
      buttons.append(node);
    }
    node.dataset.line = part.line;
    node.addEventListener("click", () => reach([...chosen, part]));
    node.addEventListener("keydown", (event) => press(event, part));
    if (part.line === focused) node.focus({ preventScroll: true });
  });
}

// What the other program thinks of the last move, by its scores before and after it.
function opinion() {
  const scores = steps.filter((step) => step.seat === 1 - live.person && step.score !== null).map((step) => step.score);
  if (scores.length < 2) return "";
  return " With your last move its score went from " + signed(scores.at(-2)) + " to " + signed(scores.at(-1)) + ".";
}

// How the game stands, in words.
function words() {
  if (trouble) return trouble;
  const name = live.turn === null ? "" : data.players[live.turn];
  const legal = live.legal === null ? "" : " " + live.legal + " legal move" + (live.legal === 1 ? ". " : "s. ");
  if (live.over) return say(steps[end]) + " " + live.message;
  if (live.asked && chosen.length) return "Your move so far: " + line() + (chosen[chosen.length - 1].whole ? ". Enter sends it." : " ...");
  const last = end ? say(steps[end]) + " \u2014 " : "";
  if (live.asked) return last + "Your turn (" + side(live.person) + ")." + legal + opinion() + " " + live.message;
  if (live.reliving) return "What was played before is played once more: " + name + " is on turn. " + live.message;
  if (live.thinking !== null) return last + name + " thinks. " + live.message;
  return last + (live.turn === null ? "" : side(live.turn) + " is on turn. ") + live.message;
}

function decorate() {
  if (!live) return;
  drawParts();
  if (now === end || trouble) element("status").textContent = words();
  element("send").disabled = element("hint").disabled = !live.asked;
  element("undo").disabled = !chosen.length;
}

// The rest of the page, after something was heard.
function settle() {
  const alone = live.person === null;
  for (const id of ["line", "send", "undo", "takeback", "resign", "hint"]) element(id).hidden = alone;
  for (const id of ["step", "pause"]) element(id).hidden = !alone;
  element("pause").textContent = live.paused ? "go on" : "pause";
  element("step").disabled = element("pause").disabled = live.over;
  element("resign").disabled = !live.asked;
  element("line").disabled = !live.asked;
  element("takeback").disabled = live.reliving || !steps.some((step) => step.seat === live.person);
  if (!element("program").options.length) {
    live.choices.forEach((name, i) => element("program").append(new Option(name.replace(/.*\//, ""), i)));
    for (const seat of alone ? [] : [1 - live.person, live.person]) element("side").append(new Option("as " + side(seat), seat));
    if (alone) element("side").append(new Option("sides swapped", "-"));
    element("program").hidden = alone;
    element("seconds").value = live.limits.find((limit) => limit !== null);
  }
  document.querySelector("h1").textContent = document.title.split(":")[0] + (data.verdict && ": " + data.verdict);
  [...document.querySelectorAll(".players bdi")].forEach((name, seat) => (name.textContent = data.players[seat]));
  [...document.querySelectorAll(".players .sign")].forEach((mark, seat) => {
    mark.nextSibling.textContent = side(seat) + ": ";
  });
}

function tick() {
  const seconds = (seat) => {
    const thinks = live.thinking !== null && live.turn === seat;
    return live.seconds[seat] + (thinks ? live.thinking + (performance.now() - heard) / 1000 : 0);
  };
  const clock = (seat) => {
    const limit = live.limits[seat] === null ? "" : " of " + live.limits[seat];
    return data.players[seat] + " " + seconds(seat).toFixed(1) + limit + " s" + (live.thinking !== null && live.turn === seat ? " \u2026" : "");
  };
  if (live) element("clock").textContent = clock(0) + " \u00b7 " + clock(1);
}

addEventListener("shown", decorate);
element("line").addEventListener("input", () => {
  chosen = [];
  open = live.parts;
  preview = null;
  decorate();
});
element("line").addEventListener("keydown", (event) => {
  event.stopPropagation();
  if (event.key === "Enter") send();
});
element("send").addEventListener("click", send);
element("undo").addEventListener("click", () => reach(chosen.slice(0, -1)));
element("takeback").addEventListener("click", () => act("takeback"));
element("resign").addEventListener("click", () => {
  if (trouble === SURE) return act("resign");
  trouble = SURE;
  decorate();
});
element("again").addEventListener("click", () =>
  act("again", [element("side").value, element("program").value, element("seconds").value].join(" ")));
element("hint").addEventListener("click", async () => {
  const before = heard;
  trouble = "A program thinks about it ...";
  decorate();
  const { error, program, lines = [""], score } = await ask("hint", element("program").value);
  if (heard !== before) return;
  const worth = error || score === null ? "" : ", score " + signed(score);
  trouble = error || program + " would play " + lines.join(", ") + worth + ". Enter sends it." + opinion();
  choose([], live.parts);
  element("line").value = lines[0];
  if (lines[0]) preview = await ask("preview", lines[0]);
  show(end);
});
element("step").addEventListener("click", () => act("step"));
element("pause").addEventListener("click", () => act(live.paused ? "go" : "pause"));
document.addEventListener("keydown", (event) => {
  if (!live || !live.asked || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" && !event.target.closest("button, a, input, select")) send();
  if ((event.key === "Escape" || event.key === "Backspace") && chosen.length) reach(chosen.slice(0, -1));
});
setInterval(tick, 200);
show(end);
listen();
