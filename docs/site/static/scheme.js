// Debian's Furo has light and dark pages, but none that follow the browser: its style sheet lost that rule. "auto" becomes one of the two.
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
function follow() {
  if (document.body.dataset.theme === "auto") document.body.dataset.theme = prefersDark.matches ? "dark" : "light";
}
function begin() {
  follow();
  new MutationObserver(follow).observe(document.body, {attributeFilter: ["data-theme"]});
}
prefersDark.addEventListener("change", () => {
  document.body.dataset.theme = localStorage.getItem("theme") || "auto";
});
if (document.body) begin();
else document.addEventListener("DOMContentLoaded", begin);
