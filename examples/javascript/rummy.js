// A bot for Rummy from the Baltic: puts down what it can, as many points as it can, and discards what fits nowhere.
"use strict";

const { run } = require("croupier_bot");

const RANKS = "23456789TJQKA";
const ORDER = ["take", "lay", "off", "draw", "discard", "swap"]; // what is done first, if it is legal

// An ace is 11, a picture 10, a joker in hand 20.
function points(card) {
  if (card === "JK") return 20;
  return card[0] === "A" ? 11 : Math.min(RANKS.indexOf(card[0]) + 2, 10);
}

// How many cards of the hand may one day lie in a layout with this card, itself included.
function friends(card, hand) {
  const near = (other) => Math.abs(RANKS.indexOf(other[0]) - RANKS.indexOf(card[0])) <= 2;
  const fits = (other) => other[0] === card[0] || (other[1] === card[1] && near(other));
  return hand.filter((other) => card === "JK" || other === "JK" || fits(other)).length;
}

// The greatest first: of discards the one with the fewest friends, then the dearest; else the points put down.
function worth(action, hand) {
  if (action.t === "discard") return points(action.card) - 100 * friends(action.card, hand);
  return [action.as ?? []].flat().reduce((sum, card) => sum + points(card), 0);
}

function choose(view) {
  const first = Math.min(...view.legal.map((action) => ORDER.indexOf(action.t)));
  const actions = view.legal.filter((action) => action.t === ORDER[first]);
  const worths = actions.map((action) => worth(action, view.observation.hand));
  return actions[worths.indexOf(Math.max(...worths))];
}

run(choose, { name: "rummy.js" });
