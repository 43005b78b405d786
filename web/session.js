// Signing in and out: the token, as `mixhost serve` showed it at its first start, for a cookie.

import { element, setText } from "./dom.js";

async function ask(path, body) {
  const answer = await fetch(path, body && {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
  const value = isJSON ? await answer.json() : {};
  if (!answer.ok) throw new Error(value.error ?? `${answer.status} ${answer.statusText}`);
  return value;
}

/** Whether this browser is signed in. A server that cannot be reached is no reason to ask for the token. */
export async function isSignedIn() {
  try {
    return (await ask("/api/session")).signedIn;
  } catch {
    return true;
  }
}

export async function endSession(client) {
  // A session that has ended already is as good as signed out.
  await ask("/api/logout", {}).catch(() => {});
  client.signOut();
  location.reload();
}

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
