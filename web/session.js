// Whether this browser is signed in, and how it signs out.

export async function ask(path, body) {
  const answer = await fetch(path, body && {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
  const value = isJSON ? await answer.json() : {};
  if (!answer.ok) throw new Error(value.error ?? `${answer.status} ${answer.statusText}`);
  return value;
}

export async function endSession(client) {
  // A session that has ended already is as good as signed out; one whose server does not answer is not.
  await ask("/api/logout", {}).catch((error) => {
    if (error instanceof TypeError) throw error;
  });
  client.signOut();
  location.reload();
}
