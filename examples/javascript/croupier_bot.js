// Speaks protocol 1 over stdin and stdout for a bot in JavaScript; it needs Node.js alone.
"use strict";

const { createHash } = require("node:crypto");
const readline = require("node:readline");

// run(choose, {name, version}): ask choose(view) for every move of one game, until it is over or the input ends.
//
// view has observation, legal (the legal actions), clock ({move_ms, bank_ms, game_ms}), seat, seats, game, engine,
// rules_version, options, seed, random() (a number from 0 to less than 1, the same row of them for the same seed) and
// note(text), which keeps a remark for the bot's owner. choose returns an index into view.legal or one of its actions.
function run(choose, { name = "", version = "" } = {}) {
  console.log = console.info = console.debug = console.error; // stdout is for the referee
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

module.exports = { run };
