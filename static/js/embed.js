// Inside of an embed's frame: tells the page around it how tall it is and what came out, and nobody else.
const origins = JSON.parse(document.body.dataset.origins ?? "[]");
const around = location.ancestorOrigins?.[0];

function tell(message) {
  if (parent === window) return;
  // Where the browser does not say who is around, the message is addressed to each page that may be: it reaches
  // only the one that is.
  const targets = around ? origins.filter((each) => each === around) : origins;
  for (const origin of targets) parent.postMessage({ embed: document.body.dataset.embed, ...message }, origin);
}

function resized() {
  tell({ type: "tenon:resize", height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
}

new ResizeObserver(resized).observe(document.documentElement);
resized();

const result = document.querySelector("[data-result]");
if (result) tell({ type: "tenon:result", ...JSON.parse(result.dataset.result) });
