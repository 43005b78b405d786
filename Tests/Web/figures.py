"""What is measured, and printed. Bytes are promised; of times only what no load explains: a machine may have other
things to do."""

import json
import re

from playwright.sync_api import expect

SCROLL = """
async () => {
  const times = [];
  let last = performance.now();
  return await new Promise((settle) => {
    const step = () => {
      const now = performance.now();
      times.push(now - last);
      last = now;
      scrollBy(0, 60);
      if (times.length < 120) requestAnimationFrame(step);
      else settle(times.slice(2).sort((a, b) => a - b));
    };
    requestAnimationFrame(step);
  });
}
"""
# When the first row of a table is drawn.
ROWS = """
const look = () => {
  if (document.querySelector(".table tbody tr[data-key]")) window.rowsAt = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def check_what_the_first_screen_takes(world):
    context = world.context()
    page = world.page(context)
    answers = {}
    page.on("response", lambda answer: answers.setdefault(answer.url, answer))
    world.open(page, "chart/charts")
    page.wait_for_selector(".table tbody tr")
    own = [answer for url, answer in answers.items() if "/api/" not in url and "/media/" not in url]
    total = sum(len(answer.body()) for answer in own) - data_in(page.content())
    assert total < 105_000, f"page, modules and styles have {total} bytes"
    policy = answers[f"{world.server.url}/screens/chart/charts"].headers["content-security-policy"]
    assert "unsafe" not in policy and "data:" not in policy and "https:" not in policy.replace(
        "https://www.youtube-nocookie.com", ""), policy
    context.close()
    return f"{total / 1000:.1f} KB in {len(own)} files"


def data_in(html):
    """How much of the page's HTML is what its programs show."""
    given = json.loads(re.search(r'<script id="given"[^>]*>(.*?)</script>', html)[1])
    return sum(len(json.dumps(given[name], ensure_ascii=False, separators=(",", ":")).encode())
               for name in ("screens", "first"))


def check_first_content(world):
    """Of a server that has shown the screen before, to a browser that has not, and to one that has."""
    times = []
    for _ in range(5):
        context = world.context()
        context.add_init_script(ROWS)
        page = world.page(context)
        for visit in range(2):
            page.goto(f"{world.server.url}/screens/chart/charts")
            expect(page.locator(".table tbody tr[data-key]").first).to_be_visible()
            paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
            times.append((visit, page.evaluate("window.rowsAt"), paint))
        context.close()
    new, known = (sorted(rows for at, rows, _ in times if at == visit) for visit in range(2))
    paints = sorted(paint for at, _, paint in times if at == 0)
    return (f"first paint {told(paints)}; first rows {told(new)}, on the next visit {told(known)}")


def told(times):
    return f"{times[len(times) // 2]:.0f} ms ({times[0]:.0f}–{times[-1]:.0f})"


def check_5000_cards_scroll(world):
    context = world.context()
    page = world.page(context)
    world.open(page, "gallery/cards")
    times = page.evaluate(SCROLL)
    count = page.locator(".card").count()
    assert count < 150, f"{count} cards are in the page"
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    expect(page.locator(".card:not(.ghost-item)").first).to_be_visible()
    expect(page.locator(".ghost-item")).to_have_count(0)
    context.close()
    middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
    return f"frames every {middle:.1f} ms, 95 of 100 within {late:.1f} ms"


def check_a_change_is_sent_alone(world):
    context = world.context()
    # The frames of a socket in a shared worker are not reported to its pages.
    context.add_init_script("delete window.SharedWorker")
    page = world.page(context)
    frames = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    world.open(page, "gallery/cards")
    # The first tree comes with the page, or by the socket where the page could not wait for it.
    given = page.evaluate("document.getElementById('given').textContent.length")
    whole = max(given, *(len(frame) for frame in frames), 0)
    frames.clear()
    page.locator(".card button.item-main").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    sizes = [len(frame) for frame in frames]
    assert sizes and max(sizes) < 1024, f"{sizes} bytes, of {whole}"
    context.close()
    return f"{max(sizes)} bytes, of {whole}"
