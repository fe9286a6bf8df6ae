// A bot for Trash: takes the discard whenever it may, and puts a jack on the lowest place that is face down.
"use strict";

const { run } = require("croupier_bot");

function choose(view) {
  // A discard that may be taken fits: a place is turned up for certain, and another card comes.
  const take = view.legal.findIndex((action) => action.t === "take");
  return take >= 0 ? take : 0;
}

run(choose, { name: "trash.js" });
