
// A page of something that is being played asks for itself once more when something is new.
const events = new EventSource("events");
let silent = 0; // attempts in a row that reached nobody
// The jury has ended: the page stays as it is.
events.onerror = () => ++silent > 5 && events.close();
events.onopen = () => (silent = 0);
events.onmessage = async () => {
  const reply = await fetch(location.pathname);
  if (!reply.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.getElementById("data");
  document.querySelector("header").replaceWith(page.querySelector("header"));
  if (!fresh) return document.querySelector("main").replaceWith(page.querySelector("main"));
  const follow = now === end;
  renew(JSON.parse(fresh.textContent));
  show(follow ? end : now);
};
if (document.getElementById("data")) show(end);
