// A bot for Construction: goes straight up to row 10 and home again, and builds the way there card by card.
"use strict";

const { run } = require("croupier_bot");

const RANKS = "23456789TJQKA";

// The row of a place; a horizontal card lies halfway between two rows.
const height = ([kind, , row]) => (kind === "H" ? row - 0.5 : row);

function choose(view) {
  const { big, turned, opened } = view.observation;
  const here = big[view.seat];
  const home = view.seat; // the column of the own joker

  // Rows climbed, or after the turn-round rows and columns still to go, with a minus before them.
  const progress = (place) =>
    turned[view.seat] ? -height(place) - Math.abs(place[1] - home) : height(place);
  const gain = (place) => progress(place) - progress(here);

  function worth(action) {
    switch (action.t) {
      case "big":
        return gain(action.to) > 0 ? 10 + gain(action.to) : -1;
      case "king":
        return action.to ? 1 : 5;
      case "build": // a step before the chip, where a high card is of no use
        return 4 - Math.abs(gain(action.at) - 0.75) - Math.abs(action.at[1] - here[1]) - RANKS.indexOf(opened[0]) / 4;
      default:
        return 0; // discards, and walks of small chips
    }
  }

  const worths = view.legal.map(worth);
  return worths.indexOf(Math.max(...worths));
}

run(choose, { name: "construction.js" });
