"""The browser, and what the checks ask of a page."""

import importlib.resources
import re
import time

from playwright.sync_api import expect

CHROMIUM = "/usr/bin/chromium"
# A machine may have other things to do.
PATIENCE = 90000
expect.set_options(timeout=PATIENCE)
# Requests that the tests make themselves.
EXPECTED = re.compile(r"ERR_CONNECTION_REFUSED|WebSocket connection to|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"
                      r"|status of 50[23]")
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    // Less than anybody sees is rounding.
    if (entry.hadRecentInput || entry.value < 0.0001) continue;
    window.shifts.push(`${entry.value.toFixed(4)}: ${entry.sources
      .map(({ node }) => node?.className || node?.nodeName).join(", ")}`);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# The words that people read on a page, or hear: also in fields, and names that are not seen.
WORDS = """
[...document.body.innerText.split("\\n"), ...[...document.querySelectorAll(
  "[aria-label], [title], [placeholder], [alt], input, textarea")].flatMap((node) => [
    ...["aria-label", "title", "placeholder", "alt"].map((name) => node.getAttribute(name) ?? ""),
    node.matches(".code-input, [type=file]") ? "" : node.value ?? ""])]
"""
# But what has to be registered elsewhere as it is.
TYPED = re.compile(r"https?://(?!\S+/callback$)|\bmixhost (config|programs|auth|serve|screen|tags|books|chart|playlist|mock)\b"
                   r"|(?<![\w-])--[a-z]|(?<![\w.])(~|/home|/tmp|/work|/root)/|\.(lua|md|sqlite|json)\b|\bMIXHOST_"
                   r"|\b(terminal|command line|stderr|standard error)\b", re.IGNORECASE)
AXE = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text()


class World:
    def __init__(self, playwright, server):
        self.server = server
        # Nothing outside this machine can be reached. (Playwright's own routes would hold shared workers up.)
        self.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
        self.state = None
        self.problems = []

    def context(self, signed_in=True, **options):
        """A browser of its own."""
        context = self.browser.new_context(
            storage_state=self._signed_in() if signed_in else None,
            **{"viewport": {"width": 1280, "height": 900}, **options})
        context.add_init_script(SHIFTS)
        context.set_default_timeout(PATIENCE)
        return context

    def close(self):
        """Closes all that is open."""
        for context in self.browser.contexts:
            context.close()

    def _signed_in(self):
        if not self.state:
            context = self.browser.new_context()
            answer = context.request.post(
                f"{self.server.url}/login", data={"token": self.server.token},
                headers={"Origin": self.server.url})
            assert answer.ok, f"signing in: {answer.status}"
            self.state = context.storage_state()
            context.close()
        return self.state

    def page(self, context):
        page = context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.problems.append(f"{error} {error.stack}"))
        # A dialog of the browser is markup that came to life.
        page.on("dialog", lambda dialog: (self.problems.append("alert: " + dialog.message), dialog.dismiss()))
        return page

    def _heard(self, kind, text):
        if kind == "error" and not EXPECTED.search(text):
            self.problems.append(text)

    def open(self, page, name):
        """A screen, once its tree is there."""
        page.goto(f"{self.server.url}/screens/{name}")
        self.shown(page)
        return page

    def shown(self, page):
        expect(page.locator(".screen")).to_be_visible()
        expect(page.locator(".screen[aria-busy]")).to_have_count(0)

    def screens(self):
        context = self.context()
        names = [entry["name"] for entry in context.request.get(f"{self.server.url}/api/screens").json()]
        context.close()
        return names

    def wait_for_screen(self, name):
        """The server looks for changed programs once a second."""
        end = time.monotonic() + PATIENCE / 1000
        while name not in self.screens():
            assert time.monotonic() < end, f"there is no screen {name}"
            time.sleep(0.1)

    def axe(self, page, where):
        """Asserts that axe finds nothing, in both colour schemes."""
        page.evaluate(AXE)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            # Colours that fade would be judged on their way.
            page.evaluate("Promise.all(document.getAnimations().filter(a => a.effect.getTiming().iterations < 9)"
                          ".map(a => a.finished.catch(() => {})))")
            found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
            assert not found, f"{where}, {scheme}: " + "; ".join(
                f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found)

    def still(self, page, where):
        # A screen that takes longer than two seconds is shown in parts, which push each other.
        is_late = page.evaluate("document.querySelector('[data-late]') !== null")
        shifts = page.evaluate("window.shifts")
        assert is_late or not shifts, f"{where} moved: {shifts}"

    def plain(self, page, where):
        """Asserts that nothing on the page is an address, or a word that is typed on a terminal."""
        found = [line for line in page.evaluate(WORDS) if TYPED.search(line)]
        assert not found, f"{where} says: {'; '.join(found[:5])}"

    def fits(self, page, where):
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{where} is {over} px too wide"


def focused(page):
    """What has the focus: its name and words."""
    return page.evaluate("[document.activeElement.localName, document.activeElement.textContent]")
