"use strict";
// Filters the results and copies commands; the page is readable without it. It never turns text into elements.
(() => {
  const form = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const none = document.getElementById("none");
  const names = ["q", "outcome", "party", "group", "tag", "severity"];
  let items = null;

  const itemOf = (element, values) => ({ element, ...values, text: values.text.toLowerCase() });
  const rowItem = (row, group) => {
    const cell = (index) => row.cells[index].textContent.trim();
    return itemOf(row, {
      outcome: row.dataset.o || "pass", party: cell(2), group, tags: row.dataset.t || "",
      severity: cell(4), id: cell(1) + "@" + cell(2), isRow: true,
      text: [cell(1), cell(2), cell(3), row.dataset.t || ""].join(" "),
    });
  };
  const articleItem = (article) => itemOf(article, {
    outcome: article.dataset.o, party: article.dataset.p, group: article.dataset.g,
    tags: article.dataset.t || "", severity: article.dataset.v, id: article.dataset.id,
    isRow: false, text: article.textContent + " " + (article.dataset.t || ""),
  });
  const all = () => {
    if (items) return items;
    items = [...document.querySelectorAll("article[data-v]")].map(articleItem);
    for (const group of document.querySelectorAll("#results details"))
      for (const row of group.querySelectorAll("tbody tr"))
        items.push(rowItem(row, group.dataset.g));
    return items;
  };

  const asked = () => {
    const found = {};
    for (const name of names) {
      const field = form.elements.namedItem(name);
      if (field && field.value) found[name] = field.value;
    }
    return found;
  };
  const matches = (item, filter, words) =>
    (!filter.outcome || item.outcome === filter.outcome) &&
    (!filter.party || item.party === filter.party) &&
    (!filter.group || item.group === filter.group) &&
    (!filter.severity || item.severity === filter.severity) &&
    (!filter.tag || item.tags.split(" ").includes(filter.tag)) &&
    words.every((word) => item.text.includes(word));

  const apply = () => {
    const filter = asked();
    const isActive = Object.keys(filter).length > 0;
    const words = (filter.q || "").toLowerCase().split(/\s+/).filter(Boolean);
    let rows = 0, articles = 0, found = 0;
    for (const item of all()) {
      const isShown = matches(item, filter, words);
      item.element.hidden = !isShown;
      if (item.isRow) { rows += 1; found += isShown ? 1 : 0; } else { articles += isShown ? 1 : 0; }
    }
    for (const group of document.querySelectorAll("#results details")) {
      const left = group.querySelectorAll("tbody tr:not([hidden])").length;
      group.hidden = left === 0;
      if (isActive) group.open = found <= 300; else group.open = false;
    }
    if (none) none.hidden = found > 0;
    shown.textContent = rows > 0 ? found + " of " + rows + " results" : articles + " shown";
    return isActive;
  };

  const address = () => {
    const parts = Object.entries(asked()).map(([name, value]) => name + "=" + encodeURIComponent(value));
    try {
      history.replaceState(null, "", parts.length ? "#?" + parts.join("&") : "#");
    } catch { /* A sandboxed page cannot change its address. */ }
  };

  const filterBy = (text) => {
    const query = new URLSearchParams(text);
    for (const name of names) {
      const field = form.elements.namedItem(name);
      if (field) field.value = query.get(name) || "";
    }
    const isActive = apply();
    if (isActive) document.getElementById("results")?.scrollIntoView();
  };
  const show = (element) => {
    for (let above = element; above; above = above.parentElement)
      if (above.tagName === "DETAILS") above.open = true;
    element.hidden = false;
    element.scrollIntoView();
  };
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const follow = () => {
    const fragment = location.hash.slice(1);
    if (fragment.startsWith("?")) return filterBy(fragment.slice(1));
    const place = document.getElementById(fragment) || document.getElementById(decoded(fragment));
    if (place) return show(place);
    const item = fragment && all().find((one) => one.isRow && one.id === decoded(fragment));
    if (!item) return;
    item.element.classList.add("here");
    item.element.closest("details").hidden = false;
    show(item.element);
  };

  const copy = async (button, code) => {
    const selection = getSelection();
    selection.selectAllChildren(code);
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };
  for (const code of document.querySelectorAll("code.copy")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => copy(button, code));
    code.after(button);
  }

  if (!form) return;
  form.hidden = false;
  let waits = 0;
  const later = () => { clearTimeout(waits); waits = setTimeout(() => { apply(); address(); }, 80); };
  form.addEventListener("input", later);
  form.addEventListener("reset", () => setTimeout(() => { apply(); address(); }, 0));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  if (location.hash.length > 1) follow();
})();
