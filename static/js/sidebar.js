// The sidebar is a popover on narrow screens and needs no script to open. Close it when the screen gets wide,
// and keep the opener's aria-expanded right.
const sidebar = document.getElementById("sidebar");

if (sidebar?.popover) {
  const close = () => { if (sidebar.matches(":popover-open")) sidebar.hidePopover(); };
  matchMedia("(width >= 860px)").addEventListener("change", close);
  document.addEventListener("tenon:palette", close);
}
