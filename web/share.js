// A link that people send to others: by what a phone has for it, else by the clipboard.

export async function share(context, { href, label }) {
  const url = new URL(href, location.href).href;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ title: label, url });
    await navigator.clipboard.writeText(url);
    context.toast("The link is in the clipboard.", "success");
  } catch (error) {
    // Nobody misses what they called off themselves.
    if (error.name !== "AbortError") context.toast(url, "info", 20);
  }
}
