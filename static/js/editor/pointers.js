// JSON pointers, and where the things they point at are shown.
const unescape = (step) => step.replaceAll("~1", "/").replaceAll("~0", "~");

export const stepsOf = (pointer) => pointer.split("/").slice(1).map(unescape);

const WORDS = {
  title: "label", description: "help", default: "default", "x-placeholder": "placeholder", "x-variant": "variant", "x-visible-when": "visibleWhen", "x-audience": "audience", "x-secret": "secret",
  minimum: "constraints/min", maximum: "constraints/max", multipleOf: "constraints/step", minLength: "constraints/minLength", maxLength: "constraints/maxLength", pattern: "constraints/pattern",
  enum: "constraints/options", "x-enum-labels": "constraints/options", minItems: "constraints/minItems", maxItems: "constraints/maxItems", "x-accept": "constraints/accept", "x-max-size-mb": "constraints/maxSizeMb", "x-entity-type": "entityType",
};

// `/fields/0/constraints/min` as it is; `/properties/area/minimum` by what the fields are called.
export function toFieldSteps(pointer, fields) {
  const steps = stepsOf(pointer);
  if (steps[0] === "fields") return steps.slice(1);
  const found = [];
  let at = { fields };
  while (steps.length) {
    const step = steps.shift();
    if (step === "properties" && steps.length && at?.fields) {
      const key = steps.shift();
      const index = at.fields.findIndex((field) => field.key === key);
      if (index < 0) return found;
      if (found.length) found.push("fields");
      found.push(String(index));
      at = at.fields[index];
    } else if (step === "items" && at?.item) {
      found.push("item");
      at = at.item;
    } else if (step === "items") {
      continue;
    } else {
      return [...found, ...(WORDS[step] ?? "key").split("/")];
    }
  }
  return found.length ? [...found, "key"] : found;
}

export function getAt(value, pointer) {
  return stepsOf(pointer).reduce((at, step) => at?.[step], value);
}

// A copy with another value at the pointer; undefined takes it away.
export function setAt(value, pointer, next) {
  const steps = stepsOf(pointer);
  if (!steps.length) return next;
  const [first, ...rest] = steps;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const inner = rest.length ? setAt(copy[first] ?? {}, `/${rest.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`, next) : next;
  if (inner === undefined) delete copy[first];
  else copy[first] = inner;
  return copy;
}

// Paths that templates, conditions and steps may read: [{ path, label, type }], parents before what is in them.
export function paths(schema, root = schema, before = "", depth = 0) {
  const properties = schema?.properties ?? {};
  const order = [...new Set([...(schema?.["x-order"] ?? []).filter((key) => key in properties), ...Object.keys(properties)])];
  return order.flatMap((key) => {
    const inner = resolved(properties[key], root);
    const path = before ? `${before}.${key}` : key;
    const own = { path, label: inner.title ?? key, type: [inner.type ?? "any"].flat()[0], schema: inner };
    return [own, ...(inner.properties && depth < 4 ? paths(inner, root, path, depth + 1) : [])];
  });
}

// A schema with its reference followed, one step and an optional null.
export function resolved(schema, root) {
  let at = schema ?? {};
  for (let turn = 0; turn < 5; turn += 1) {
    if (typeof at.$ref === "string" && at.$ref.startsWith("#/$defs/")) at = { ...(root.$defs?.[at.$ref.slice(8)] ?? {}), ...at, $ref: undefined };
    else if (at.anyOf?.length && !at.type) at = { ...at.anyOf.find((each) => each.type !== "null"), ...at, anyOf: undefined };
    else break;
  }
  return at;
}
