// What there is to choose from, as the server gave it with the page.
const data = JSON.parse(document.getElementById("editor-data").textContent);

export const start = data;
export const choices = () => data.choices;
export const typeOf = (type) => data.choices.types.find((each) => each.type === type) ?? data.choices.types[0];
