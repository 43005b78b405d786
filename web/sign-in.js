// Signing in: the token, as `mixhost serve` showed it at its first start, for a cookie.

import { element, setText } from "./dom.js";
import { ask } from "./session.js";

/** Shows the form instead of the screens. */
export function signIn(place, why = "") {
  const token = element("input", { id: "token", type: "password", autocomplete: "current-password", required: true });
  const problem = element("p", { className: "problem", role: "alert", textContent: why });
  const form = element("form", { className: "sign-in" },
    element("h1", { textContent: "Sign in" }),
    element("label", { htmlFor: "token" }, "Token, as ", element("code", { textContent: "mixhost serve" }),
      " showed it at its first start"),
    token, problem, element("button", { className: "button strong", textContent: "Sign in" }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    setText(problem, "");
    try {
      await ask("/login", { token: token.value.trim() });
      location.reload();
    } catch (error) {
      setText(problem, error.message);
    }
  });
  document.title = "Sign in · mixhost";
  document.getElementById("sign-out").hidden = true;
  place.replaceChildren(form);
  token.focus();
}
