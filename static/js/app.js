// Everything the pages do beyond plain HTML. Each module stands alone.
import "./theme.js";
import "./sidebar.js";
import "./menu.js";
import "./palette.js";
import "./confirm.js";
import "./copy.js";
import "./flash.js";
import "./forms.js";
import "./password.js";
import "./relative-time.js";
import "./progress.js";
import "./tabs.js";
import "./tool-run.js";
