// On other people's pages: <script src="https://…/embed.js" data-embed="…" async></script>
// puts a frame behind itself, keeps it as tall as its content, and dispatches "tenon:result" on itself.
(() => {
  const script = document.currentScript;
  const origin = new URL(script.src).origin;
  const frame = document.createElement("iframe");
  frame.src = `${origin}/embed/${encodeURIComponent(script.dataset.embed)}`;
  frame.title = script.dataset.title || "Form";
  frame.loading = "lazy";
  frame.referrerPolicy = "strict-origin";
  frame.style.cssText = "display:block;width:100%;border:0;min-height:12rem;";
  script.after(frame);
  addEventListener("message", (event) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return;
    if (event.data?.type === "tenon:resize") frame.style.height = `${Number(event.data.height) || 0}px`;
    if (event.data?.type === "tenon:result") {
      script.dispatchEvent(new CustomEvent("tenon:result", { detail: event.data, bubbles: true }));
    }
  });
})();
