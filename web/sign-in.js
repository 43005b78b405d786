// Signing in: the token, whose file `mixhost serve` names, for a cookie. Its link signs in without this form.

import { element, setText } from "./dom.js";
import { ask } from "./session.js";
import { styled } from "./tree.js";

/** Shows the form instead of the screens. */
export async function signIn(place, why = "") {
  const token = element("input", { id: "token", type: "password", autocomplete: "current-password", required: true });
  const problem = element("p", { className: "problem", role: "alert", textContent: why });
  const form = element("form", { className: "sign-in" },
    element("h1", { textContent: "Sign in" }),
    element("label", { htmlFor: "token" }, "Token, from the file that ", element("code", { textContent: "mixhost serve" }),
      " names; the link that it prints signs in without it"),
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
  await styled("extras");
  document.title = "Sign in · mixhost";
  document.getElementById("sign-out").hidden = true;
  place.replaceChildren(form);
  token.focus();
}
