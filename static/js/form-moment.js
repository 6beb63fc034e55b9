// The zone of a date and time is the browser's until somebody chooses another.
import { all, enhance } from "./form-enhance.js";

enhance((root) => {
  for (const select of all(root, "[data-zone]:not([data-chosen])")) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone) continue;
    if (![...select.options].some((option) => option.value === zone)) select.prepend(new Option(zone, zone));
    select.value = zone;
  }
});
