// The part of JSON Logic that conditions of fields use. Anything else: undefined.
const isTrue = (value) => (Array.isArray(value) ? value.length > 0 : value && typeof value === "object" ? Object.keys(value).length > 0 : Boolean(value));
const nothing = (value) => value === null || value === undefined;
// As on the server, nothing equals nothing and false.
const same = (a, b) => (nothing(a) || nothing(b) ? (nothing(a) || a === false) && (nothing(b) || b === false) : a == b); // eslint-disable-line eqeqeq

function variable(data, [path, otherwise = null]) {
  let at = data;
  for (const step of path === "" || nothing(path) ? [] : String(path).split(".")) at = at?.[step];
  return at ?? otherwise;
}

const OPERATORS = {
  "==": ([a, b]) => same(a, b),
  "!=": ([a, b]) => !same(a, b),
  "===": ([a, b]) => a === b,
  "!==": ([a, b]) => a !== b,
  ">": ([a, b]) => a > b,
  "<": ([a, b, c]) => (c === undefined ? a < b : a < b && b < c),
  ">=": ([a, b]) => a >= b,
  "<=": ([a, b, c]) => (c === undefined ? a <= b : a <= b && b <= c),
  "!": ([a]) => !isTrue(a),
  "!!": ([a]) => isTrue(a),
  in: ([a, b]) => Boolean(b?.includes?.(a)),
};

export class Unknown extends Error {}

export function judge(rule, data) {
  if (Array.isArray(rule)) return rule.map((each) => judge(each, data));
  if (!rule || typeof rule !== "object") return rule;
  const [operator] = Object.keys(rule);
  const given = [rule[operator]].flat();
  if (operator === "and") return given.every((each) => isTrue(judge(each, data)));
  if (operator === "or") return given.some((each) => isTrue(judge(each, data)));
  const args = given.map((each) => judge(each, data));
  if (operator === "var") return variable(data, args);
  if (!(operator in OPERATORS)) throw new Unknown(operator);
  return OPERATORS[operator](args);
}

// A rule that cannot be judged hides nothing.
export function holds(rule, data) {
  try { return isTrue(judge(rule, data)); } catch { return true; }
}
