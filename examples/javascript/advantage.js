// A bot for Advantage: keeps its pairs together, lays on the smallest pile, and takes the greatest pile it can.
"use strict";

const { run } = require("croupier_bot");

function choose(view) {
  const { hand, piles } = view.observation;
  const mates = (card) => hand.filter((other) => other[0] === card[0]).length - 1;

  function worth(action) {
    switch (action.t) {
      case "exchange": // many cards for one, and rather one that is alone
        return 10 * piles[action.pile].length - mates(action.card);
      case "pass":
        return 9; // as good as a pile of one card for a card of a pair
      case "lay": // a card that is alone, on the smallest pile: the other player may take the great ones
        return -100 * mates(action.card) - piles[action.pile].length;
      default:
        return 0; // pairs are set aside in any order
    }
  }

  const worths = view.legal.map(worth);
  return worths.indexOf(Math.max(...worths));
}

run(choose, { name: "advantage.js" });
