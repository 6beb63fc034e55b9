// <tab-set data-label="…"> with <section data-tab="Name">: sections one below the other without script, tabs with it.
// Arrow keys, Home and End move; the tab that was open stays open when the content is replaced.
let count = 0;
const chosen = new Map();

class TabSet extends HTMLElement {
  connectedCallback() {
    if (this.tabs) return;
    const panels = [...this.querySelectorAll(":scope > [data-tab]")];
    if (panels.length < 2) return;
    const list = document.createElement("div");
    list.className = "tabs__list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", this.dataset.label);
    this.tabs = panels.map((panel) => this.tab(panel));
    list.append(...this.tabs);
    this.prepend(list);
    this.classList.add("is-tabs");
    const before = this.tabs.find((tab) => tab.textContent === chosen.get(this.dataset.label));
    this.show(before ?? this.tabs[0]);
    list.addEventListener("click", (event) => this.choose(event.target.closest("[role=tab]")));
    list.addEventListener("keydown", (event) => this.move(event));
  }

  tab(panel) {
    const tab = document.createElement("button");
    const id = `tab-${++count}`;
    tab.type = "button";
    tab.className = "tabs__tab";
    tab.id = id;
    tab.textContent = panel.dataset.tab;
    tab.setAttribute("role", "tab");
    panel.id ||= `${id}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", id);
    tab.setAttribute("aria-controls", panel.id);
    tab.panel = panel;
    return tab;
  }

  show(tab) {
    for (const each of this.tabs) {
      const open = each === tab;
      each.setAttribute("aria-selected", String(open));
      each.tabIndex = open ? 0 : -1;
      each.panel.hidden = !open;
    }
  }

  choose(tab) {
    if (!tab) return;
    chosen.set(this.dataset.label, tab.textContent);
    this.show(tab);
  }

  move(event) {
    const at = this.tabs.indexOf(event.target);
    const last = this.tabs.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    this.tabs[to].focus();
    this.choose(this.tabs[to]);
  }
}

customElements.define("tab-set", TabSet);
