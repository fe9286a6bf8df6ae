// Looks every few seconds whether a running event has news, and puts them in place without losing the reader's.
"use strict";
(() => {
  const SECONDS = 5;
  const main = () => document.querySelector("main[data-live]");
  const look = async () => {
    const shown = main();
    if (!shown) return;
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        if (answer.ok) {
          const news = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
          if (news && news.innerHTML !== shown.innerHTML) {
            const focused = document.activeElement && document.activeElement.getAttribute("href");
            shown.replaceWith(document.adoptNode(news));
            if (focused) document.querySelector(`main a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
          }
        }
      } catch {
        // The server is away for a moment; the next look will tell.
      }
    }
    setTimeout(look, SECONDS * 1000);
  };
  setTimeout(look, SECONDS * 1000);
})();
