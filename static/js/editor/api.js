// Asking the server. Every refusal comes back as a problem { status, code, title, detail, errors }; nothing throws.
let token = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";

const lost = { status: 0, code: "unreachable", title: "The server cannot be reached", detail: "Nothing is lost: what you typed is kept in this browser. Try again in a moment.", errors: [] };
const signedOut = { status: 401, code: "not_authenticated", title: "You have been signed out", detail: "What you typed is kept in this browser.", errors: [] };

async function problemOf(answer) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (answer.status === 401) return signedOut;
  const body = kind.includes("json") ? await answer.json() : {};
  return { title: "It could not be done", detail: "", code: "", errors: [], ...body, status: answer.status };
}

async function once(method, path, body, headers) {
  const sent = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return fetch(path, { method, body: sent, headers: { "Content-Type": "application/json", Accept: "application/json, text/html", "X-CSRFToken": token, ...headers } });
}

// Somebody signed in again in another tab: the page's token is of the session before.
async function freshToken() {
  const page = await fetch("/profile", { headers: { Accept: "text/html" } });
  if (page.redirected || !page.ok) return false;
  const found = new DOMParser().parseFromString(await page.text(), "text/html").body.getAttribute("hx-headers");
  token = JSON.parse(found ?? "{}")["X-CSRFToken"] ?? token;
  return true;
}

// { ok, status, data, etag } or { ok: false, problem }.
export async function ask(method, path, body, headers = {}) {
  try {
    let answer = await once(method, path, body, headers);
    if (answer.status === 403 && /csrf|open for too long/i.test(await answer.clone().text()) && await freshToken()) answer = await once(method, path, body, headers);
    if (answer.redirected && answer.url.includes("/sign-in")) return { ok: false, problem: signedOut };
    if (!answer.ok) return { ok: false, problem: await problemOf(answer), etag: answer.headers.get("ETag") };
    const kind = answer.headers.get("Content-Type") ?? "";
    const data = answer.status === 204 ? null : kind.includes("json") ? await answer.json() : await answer.text();
    return { ok: true, status: answer.status, data, etag: answer.headers.get("ETag") };
  } catch {
    return { ok: false, problem: lost };
  }
}

const tool = (slug) => `/api/tools/${encodeURIComponent(slug)}`;

export const preview = (body) => ask("POST", "/admin/tools/preview", body);
export const describe = (slug) => ask("GET", tool(slug));
export const search = (query) => ask("GET", `/api/tools?limit=30&search=${encodeURIComponent(query)}`);
export const createDraft = (slug, values) => ask("POST", "/api/tools", { ...values, slug, draft: true });
export const getDraft = (slug) => ask("GET", `${tool(slug)}/draft`);
export const saveDraft = (slug, values, etag) => ask("PUT", `${tool(slug)}/draft`, values, { "If-Match": etag });
export const dropDraft = (slug, etag) => ask("DELETE", `${tool(slug)}/draft`, undefined, { "If-Match": etag });
export const changes = (slug) => ask("GET", `${tool(slug)}/changes`);
export const publish = (slug, noted, etag) => ask("POST", `${tool(slug)}/publish`, { note: noted }, { "If-Match": etag });
export const grants = (slug) => ask("GET", `${tool(slug)}/grants`);
export const setGrants = (slug, body) => ask("PUT", `${tool(slug)}/grants`, body);
// The input as text, so that numbers stay as they were typed.
export const test = (slug, input, draft) => ask("POST", `${tool(slug)}/test`, `{"input": ${input}, "draft": ${JSON.stringify(draft)}}`);
export const result = (run, output, schema) => ask("POST", `/admin/tools/results/${run}`, { output, output_schema: schema });
export const people = (query) => ask("GET", `/pickers/person?q=${encodeURIComponent(query)}`);
