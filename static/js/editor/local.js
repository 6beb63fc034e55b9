// What was typed and not saved, kept in this browser: a reload, a crash or a session that ran out loses nothing.
import { start } from "./choices.js";

const keyOf = (slug) => `tenon:draft:${start.keep}:${slug || "+new"}`;

export function keep(slug, work) {
  try {
    localStorage.setItem(keyOf(slug), JSON.stringify({ ...work, at: Date.now() }));
    return true;
  } catch {
    // Full, or forbidden: saving still works.
    return false;
  }
}

export function kept(slug) {
  try { return JSON.parse(localStorage.getItem(keyOf(slug)) ?? "null"); } catch { return null; }
}

export function forget(slug) {
  try { localStorage.removeItem(keyOf(slug)); } catch { /* nothing was kept */ }
}

export function ago(at) {
  const minutes = Math.round((Date.now() - at) / 60_000);
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 1) return "just now";
  if (minutes < 90) return words.format(-minutes, "minute");
  return minutes < 2_880 ? words.format(-Math.round(minutes / 60), "hour") : words.format(-Math.round(minutes / 1_440), "day");
}
