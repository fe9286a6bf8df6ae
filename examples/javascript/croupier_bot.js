// Speaks protocol 1 over stdin and stdout for a bot in JavaScript; it needs Node.js alone. Keep it beside your bot, or in a
// folder that NODE_PATH names, for require("croupier_bot").
// From home: CROUPIER_TOKEN=crp_... node my_bot.js --server https://cards.example.org --bot 17
"use strict";

const { spawn } = require("node:child_process");
const { createHash } = require("node:crypto");
const readline = require("node:readline");

// run(choose, {name, version}): ask choose(view) for every move of one game, until it is over or the input ends.
//
// view has observation, legal (the legal actions), clock ({move_ms, bank_ms, game_ms}), seat, seats, game, engine,
// rules_version, options, seed, random() (a number from 0 to less than 1, the same row of them for the same seed) and
// note(text), which keeps a remark for the bot's owner. choose returns an index into view.legal or one of its actions.
function run(choose, { name = "", version = "" } = {}) {
  console.log = console.info = console.debug = console.error; // stdout is for the referee
  if (process.argv.includes("--server")) return void playRemotely(process.argv.slice(2));
  const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
  let hello = null;
  let random = null;
  const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

  lines.on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") {
      if (message.protocol !== 1) throw new Error(`hello.protocol: ${message.protocol} is not 1`);
      hello = message;
      random = randomFrom(hello.seed);
      send({ type: "ready", game: hello.game, protocol: 1, name: text(name, 100), version: text(version, 100) });
    } else if (message.type === "act") {
      if (hello === null) throw new Error("an act came before the hello");
      const { game, seq, observation, legal, clock } = message;
      const { seat, seats, engine, rules_version, options, seed } = hello;
      const notes = [];
      const note = (text) => notes.push(String(text));
      const view = {
        observation, legal: [...legal], clock, game, seat, seats, engine, rules_version, options, seed, random, note,
      };
      const move = { type: "move", game, seq, action: choose(view) };
      if (notes.length > 0) move.note = text(notes.join("\n"), 2000);
      send(move);
    } else if (message.type === "error") {
      console.error(`the referee says: ${message.code}: ${message.message}`);
    } else if (message.type === "over") {
      lines.removeAllListeners("line").close();
      process.stdin.destroy();
    }
  });
  process.stdout.on("error", () => process.exit(0)); // the referee has gone, and with it the game
}

// What protocol 1 takes: so many characters, none of them U+0000 or half a surrogate pair.
const text = (words, most) => Buffer.from(words.slice(0, most)).toString().replaceAll("\0", "\ufffd");

// Numbers from 0 to less than 1: the first four bytes of SHA-256 of "seed:0", "seed:1", ...
function randomFrom(seed) {
  let drawn = 0;
  return () => createHash("sha256").update(`${seed}:${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

// Fetch messages from the server, and start this program once for every game, as the referee would.
async function playRemotely(args) {
  const option = (name) => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args.splice(at, 2)[1];
  };
  const [server, bot, given] = [option("--server"), option("--bot"), option("--token")];
  const { CROUPIER_TOKEN: token = given, ...env } = process.env;
  if (!server || !bot || !token) return say("give --server URL and --bot ID, and a token in CROUPIER_TOKEN", 2);
  const ask = asker(`${server.replace(/\/+$/, "")}/api/v1/bots/${bot}`, given ?? token);
  const games = new Map();
  say("waiting for games; Ctrl-C ends this");
  for (let after = 0; ; ) {
    const said = await ask(`/next/?wait=25&after=${after}`).catch((refusal) => say(`the server refuses: ${refusal.message}`, 1));
    after = said.after;
    for (const message of said.messages) {
      if (message.type === "hello" && !games.has(message.game)) {
        say(`game ${message.game}: ${message.engine}, seat ${message.seat} of ${message.seats}`);
        games.set(message.game, startGame(message, args, env, ask, () => games.delete(message.game)));
      }
      const tell = games.get(message.game);
      if (tell) tell(message);
      else if (message.type === "act") after = 0; // a game of an earlier run: all that waits once more, with its hello
    }
  }
}

// A game played by this program, started anew for it: gives what hears its messages.
function startGame({ game, limits, seats }, args, env, ask, ended) {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1], ...args], {
    env, stdio: ["pipe", "pipe", "inherit"], detached: true, // Ctrl-C is for the program that polls
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const answers = new Map();
  const patience = (limits.game_ms * seats + limits.startup_ms + 60_000) | 0;
  let idle = setTimeout(() => child.kill(), patience);
  const post = (answer) => ask("/moves/", { messages: [answer] })
    .catch((refusal) => say(`game ${game}, answer ${answer.seq ?? 0}: ${refusal.message}`));
  child.stdin.on("error", () => {});
  child.on("error", (error) => say(`game ${game}: ${error.message}`));
  child.on("close", (status) => {
    clearTimeout(idle);
    if (status !== 0) return say(`game ${game}: the bot has ended with status ${status}, and is not asked again`);
    ended();
  });
  readline.createInterface({ input: child.stdout, crlfDelay: Infinity }).on("line", (line) => {
    const answer = messageIn(line);
    if (answer === null) return console.error(line); // printed before `run`
    answers.set(answer.seq ?? 0, answer);
    post(answer);
  });
  return (message) => {
    idle.refresh();
    const seq = message.seq ?? 0;
    if (message.type === "hello" || message.type === "act") {
      if (answers.get(seq)) return void post(answers.get(seq)); // a question that comes again has the answer it had
      if (answers.has(seq)) return; // it is being thought about
      answers.set(seq, null);
    } else if (message.type === "over") {
      say(`game ${game} is over: ranks ${message.ranks}, ${message.verdicts}`);
    }
    child.stdin.write(JSON.stringify(message) + "\n");
    if (message.type === "over" || message.fatal) child.stdin.end();
  };
}

// The message that a line is, null if it is none.
function messageIn(line) {
  try {
    const found = JSON.parse(line);
    return typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

// Asks the server for an address, a POST if there is a body, until it answers. Rejects what it will never grant.
function asker(root, token) {
  const http = root.startsWith("https:") ? require("node:https") : require("node:http");
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const once = (path, body) => new Promise((resolve, reject) => {
    const request = http.request(root + path, { method: body ? "POST" : "GET", headers, timeout: 45_000 }, (response) => {
      const parts = [];
      response.on("error", reject).on("data", (part) => parts.push(part)).on("end", () => resolve({
        status: response.statusCode, wait: Number(response.headers["retry-after"]), text: Buffer.concat(parts).toString(),
      }));
    });
    request.on("error", reject).on("timeout", () => request.destroy(new Error("no answer")));
    request.end(body && JSON.stringify(body));
  });
  return async (path, body) => {
    for (let pause = 0.5, away = false; ; pause = Math.min(2 * pause, 30)) {
      let trouble, wait;
      try {
        const found = await once(path, body);
        if (found.status === 200) {
          if (away) say("the server answers again");
          return JSON.parse(found.text);
        }
        trouble = `${detail(found.text)} (${found.status})`;
        wait = found.wait;
        if (found.status < 500 && found.status !== 408 && found.status !== 429) throw Object.assign(new Error(trouble), { final: true });
      } catch (error) {
        if (error.final) throw error;
        trouble = error.message || error.code;
      }
      if (!away) say(`no answer from ${root}, trying again: ${trouble}`);
      away = true;
      await new Promise((resolve) => setTimeout(resolve, 1000 * (wait >= 0 ? Math.min(wait, 300) : pause)));
    }
  };
}

function detail(text) {
  try {
    return JSON.parse(text).detail;
  } catch {
    return "no problem+json";
  }
}

function say(line, status) {
  console.error(new Date().toTimeString().slice(0, 8), line);
  if (status !== undefined) process.exit(status);
}

module.exports = { run };
