// What Django's admin takes from the product: the theme switch and the menu.
import "./theme.js";
import "./menu.js";
