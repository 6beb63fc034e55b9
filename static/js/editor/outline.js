// The outline marks the section that one is in.
const links = [...document.querySelectorAll("[data-outline]")];
const seen = new Map();

const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) seen.set(entry.target.id, entry.isIntersecting);
  const current = links.find((link) => seen.get(link.dataset.outline));
  for (const link of links) {
    if (link === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}, { rootMargin: "-20% 0px -60% 0px" });

for (const link of links) watcher.observe(document.getElementById(link.dataset.outline));
