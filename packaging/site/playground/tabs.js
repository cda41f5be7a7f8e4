// SPDX-License-Identifier: Apache-2.0
// A list of tabs as the ARIA practices describe it: arrow keys move, and one tab is in the tab order.

export function tabs(list, chosen) {
  const buttons = [...list.querySelectorAll("[role=tab]")];
  const select = (value) => {
    for (const button of buttons) {
      const on = button.dataset.value === value;
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on ? 0 : -1;
    }
  };
  list.addEventListener("click", ({ target }) => {
    if (target.role === "tab" || target.getAttribute("role") === "tab") chosen(target.dataset.value);
  });
  list.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const button = buttons[next % buttons.length];
    button.focus();
    chosen(button.dataset.value);
  });
  return select;
}
