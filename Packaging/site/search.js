// Search over the manual's sections, in the page: index.js has their texts. All words of a query must
// occur; sections whose titles have them come first.
"use strict";

(() => {
  const limit = 20;
  const top = document.currentScript?.dataset.top ??
    document.querySelector("script[data-top]").dataset.top;
  const input = document.getElementById("query");
  const found = document.getElementById("found");
  const sections = window.hatpinIndex.map(([page, title, place, text]) => ({
    page, title, place, text, heading: `${page} ${title}`.toLowerCase(), body: text.toLowerCase(),
  }));

  // The worth of each place of a word: 1 where it begins a word, else a fifth, as "pin" in "hatpin".
  const places = (text, word) => {
    const found = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      found.push(at === 0 || !/[a-z0-9]/.test(text[at - 1]) ? 1 : 0.2);
    }
    return found;
  };

  const score = (section, words) => {
    let sum = 0;
    for (const word of words) {
      const inTitle = places(section.heading, word), inBody = places(section.body, word);
      if (inTitle.length + inBody.length === 0) return 0;
      sum += 20 * Math.max(0, ...inTitle) + 5 * Math.max(0, ...inBody) + Math.min(inBody.length, 5);
    }
    // What changed once is not what holds.
    return section.page === "Changelog" ? sum / 2 : sum;
  };

  // A word at the beginning of one of the text, as a pattern.
  const beginning = (word) => `(?<![a-z0-9])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;

  // The text around the first word, with all words marked.
  const excerpt = (section, words) => {
    const first = words.map((word) => section.body.search(new RegExp(beginning(word))))
      .filter((place) => place >= 0);
    const start = Math.max(0, Math.min(...first, section.text.length - 160) - 40);
    const line = document.createElement("span");
    const part = (start > 0 ? "… " : "") + section.text.slice(start, start + 160);
    const pattern = words.map(beginning).join("|");
    for (const [at, piece] of part.split(new RegExp(`(${pattern})`, "i")).entries()) {
      line.append(at % 2 ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece);
    }
    return line;
  };

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    found.hidden = words.length === 0;
    found.replaceChildren();
    if (words.length === 0) return;
    const hits = sections.map((section) => [score(section, words), section])
      .filter(([points]) => points > 0).sort((one, other) => other[0] - one[0]);
    const count = document.createElement("p");
    count.textContent = hits.length === 0 ? "Nothing has all of these words."
      : hits.length > limit ? `The first ${limit} of ${hits.length} sections`
      : hits.length === 1 ? "1 section" : `${hits.length} sections`;
    const list = document.createElement("ul");
    for (const [, section] of hits.slice(0, limit)) {
      const link = document.createElement("a");
      link.href = `${top}/${section.place}`;
      const title = document.createElement("strong");
      title.textContent = section.title === "" ? section.page : `${section.page} › ${section.title}`;
      link.append(title, excerpt(section, words));
      const row = document.createElement("li");
      row.append(link);
      list.append(row);
    }
    found.append(count, list);
  };

  const links = () => [...found.querySelectorAll("a")];
  const step = (by) => {
    const all = [input, ...links()];
    const next = all[all.indexOf(document.activeElement) + by];
    if (next) next.focus();
  };

  document.querySelector("search").hidden = false;
  input.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    const isInSearch = event.target === input || found.contains(event.target);
    if (event.key === "/" && !isInSearch && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    } else if (isInSearch && event.key === "Escape") {
      input.value = "";
      show();
      input.focus();
    } else if (isInSearch && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.target === input && event.key === "Enter") {
      links()[0]?.click();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("search")) found.hidden = true;
    // A link to a section of this page loads nothing.
    else if (event.target.closest("#found a")) found.hidden = true;
  });
  // The list of pages is open where it stands beside the text, and closed above it.
  if (window.matchMedia("(max-width: 60rem)").matches) {
    document.querySelector(".pages").open = false;
  }
})();
