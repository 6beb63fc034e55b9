// What is known of the tools that steps name: asked for once each.
import { describe, search } from "./api.js";

const known = new Map();

// { slug, name, input_schema, output_schema, … }, or null where there is none that one may see.
export async function toolOf(slug) {
  if (!slug) return null;
  if (!known.has(slug)) known.set(slug, describe(slug).then((answer) => (answer.ok ? answer.data : null)));
  return known.get(slug);
}

export async function findTools(query, but) {
  const answer = await search(query);
  const found = answer.ok ? answer.data.results.filter((tool) => tool.slug !== but) : [];
  // By name first; the search looks into descriptions, too.
  const named = (tool) => tool.name.toLowerCase().includes(query.toLowerCase());
  return [...found.filter(named), ...found.filter((tool) => !named(tool))].map((tool) => ({ value: tool.slug, label: tool.name, hint: tool.slug }));
}
