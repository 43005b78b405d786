"""Chromium shows a server's page of books until each book has an outcome: browse.py ADDRESS TOKEN.

Prints a line when the page shows the first count, and how many different counts it showed on the way.
"""
import re
import sys
import time

from playwright.sync_api import sync_playwright

PATIENCE = 110
COUNTS = re.compile(r"(\d+) books: (\d+) enriched, (\d+) uncertain, (\d+) not found, (\d+) failed, (\d+) to look up")

address, token = sys.argv[1:]
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    context = browser.new_context()
    answer = context.request.post(f"{address}/login", data={"token": token}, headers={"Origin": address})
    if not answer.ok:
        sys.exit(f"signing in: {answer.status}")
    page = context.new_page()
    page.goto(f"{address}/screens/books/books")
    shown, deadline = set(), time.time() + PATIENCE
    while time.time() < deadline:
        found = COUNTS.search(page.locator("body").inner_text())
        if found:
            numbers = list(map(int, found.groups()))
            if not shown:
                print("the page is open", flush=True)
            shown.add(sum(numbers[1:5]))
            if sum(numbers[1:5]) == numbers[0] > 0:
                break
        page.wait_for_timeout(50)
    else:
        sys.exit(f"waited {PATIENCE} s; it showed {sorted(shown)}")
    browser.close()
if len(shown) < 4:
    sys.exit(f"it showed {sorted(shown)} only")
print(f"Chromium showed {len(shown)} counts, to {max(shown)}")
