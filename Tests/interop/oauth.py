#!/usr/bin/env python3
"""Signs mixhost in at an authorization server that its authors did not write (PyPI: nanoidp).

usage: oauth.py MIXHOST NANOIDP

Every case runs the program as a user does, with a small browser in place of a real one: it fills in
the log-in form and follows the redirects. Prints one line a case and "N of N"; status 1 when one fails.
"""

import html.parser
import http.cookiejar
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

SETTINGS = """
config_version: 1
server: {{host: "127.0.0.1", port: {port}}}
oauth:
  issuer: "http://127.0.0.1:{port}"
  audience: "mixhost"
  token_expiry_minutes: 60
  clients:
    - client_id: "mixhost-public"
      token_endpoint_auth_method: "none"
      redirect_uris: ["http://127.0.0.1/callback", "http://[::1]/callback"]
    - client_id: "mixhost-secret"
      client_secret: "a-plain-secret.1"
      redirect_uris: ["http://127.0.0.1/callback"]
"""

USERS = """
config_version: 1
users:
  ada: {password: "lovelace", email: "ada@example.org"}
"""

PROVIDER = """
return {{
  title = "Nano", issuer = "{base}", authorize = "{base}/authorize", token = "{base}/token",
  device = "{base}/device_authorization", revoke = "{base}/revoke",
  client_id = "{client}", {extra}
  redirect = "{redirect}",
  scopes = {{ {{ "openid", "who you are" }}, {{ "offline_access", "stays signed in" }} }},
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Forms(html.parser.HTMLParser):
    """The hidden fields of a page's first form."""

    def __init__(self, text):
        super().__init__()
        self.fields = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "input" and attributes.get("type") == "hidden" and attributes.get("name"):
            self.fields[attributes["name"]] = attributes.get("value") or ""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """Opens an address, signs in, and stops at the redirect address."""

    def __init__(self):
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            NoRedirect, urllib.request.HTTPCookieProcessor(jar))

    def ask(self, address, fields=None):
        data = urllib.parse.urlencode(fields).encode() if fields is not None else None
        try:
            with self.opener.open(address, data, timeout=30) as answer:
                return answer.status, answer.read().decode(), address
        except urllib.error.HTTPError as answer:
            target = answer.headers.get("Location")
            if target:
                return answer.code, "", urllib.parse.urljoin(address, target)
            return answer.code, answer.read().decode(), address

    def sign_in(self, address):
        """Returns the redirect address with its query."""
        for _ in range(8):
            status, page, place = self.ask(address)
            if status in (301, 302, 303, 307):
                if "/callback?" in place:
                    return place
                address = place
                continue
            fields = Forms(page).fields | {"username": "ada", "password": "lovelace"}
            status, page, place = self.ask(address, fields)
            if "/callback?" in place:
                return place
            address = place
        raise RuntimeError("the log-in page did not lead to the redirect address")


class Lab:
    def __init__(self, mixhost, nanoidp):
        self.mixhost = mixhost
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mixhost-interop-"))
        self.home = self.folder / "home"
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        config = self.folder / "nanoidp"
        config.mkdir()
        (config / "settings.yaml").write_text(SETTINGS.format(port=self.port))
        (config / "users.yaml").write_text(USERS)
        self.log = open(self.folder / "server.log", "wb")
        self.server = subprocess.Popen(
            [nanoidp, "--config", str(config), "--port", str(self.port), "--profile", "oauth21"],
            stdout=self.log, stderr=self.log, cwd=self.folder, start_new_session=True)
        for _ in range(300):
            try:
                with urllib.request.urlopen(self.base + "/.well-known/openid-configuration"):
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise RuntimeError(f"nanoidp did not start: see {self.folder}/server.log")

    def close(self):
        os.killpg(self.server.pid, signal.SIGTERM)
        self.server.wait()
        self.log.close()
        shutil.rmtree(self.folder)

    def provider(self, name, client="mixhost-public", extra="", redirect="http://127.0.0.1/callback"):
        place = self.home / "config/providers/auth"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.lua").write_text(PROVIDER.format(
            base=self.base, client=client, extra=extra, redirect=redirect))

    def start(self, *arguments, text=None):
        process = subprocess.Popen(
            [self.mixhost, "--home", str(self.home), "--allow-net", f"127.0.0.1:{self.port}",
             *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=self.folder)
        if text is not None:
            process.stdin.write(text)
            process.stdin.close()
            process.stdin = None
        return process

    def run(self, *arguments, text=""):
        process = self.start(*arguments, text=text)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, errors

    def lua(self, code):
        status, output, errors = self.run("-e", code)
        if status != 0:
            raise RuntimeError(errors)
        return output.strip()

    def address(self, process):
        """The address that a log-in shows."""
        for line in process.stderr:
            found = re.search(r"https?://\S+/authorize\?\S+", line)
            if found:
                return found[0]
        raise RuntimeError("no address was shown")

    def login(self, name, *options):
        process = self.start("auth", "login", name, "--no-browser", *options)
        place = Browser().sign_in(self.address(process))
        with urllib.request.urlopen(place, timeout=60) as page:
            shown = page.read().decode()
        output, errors = process.communicate(timeout=60)
        return process.returncode, output, errors, shown

    def credential(self, name):
        return self.home / f"state/auth/{name}.credential"


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def log_in(lab):
    status, output, errors, page = lab.login("nano")
    expect(status == 0 and "Nano: Signed in as ada" in output, output + errors)
    expect("Signed in as ada" in page, page)


def tells_who(lab):
    status, output, _ = lab.run("auth", "status", "nano")
    expect(status == 0 and "Signed in as ada" in output and "openid" in output, output)


def token_is_accepted(lab):
    token = lab.lua('print(mix.auth.token("nano"))')
    request = urllib.request.Request(
        lab.base + "/userinfo", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        expect('"ada"' in answer.read().decode(), "userinfo")


def refreshes(lab):
    before = lab.lua('print(mix.auth.token("nano"))')
    after = lab.lua('print(mix.auth.token("nano", {refused = mix.auth.token("nano")}))')
    expect(before != after and len(after) > 20, "the token is the same")


def rotates(lab):
    shutil.copy2(lab.credential("nano"), lab.folder / "old.credential")
    refreshes(lab)
    refreshes(lab)
    expect(lab.credential("nano").read_bytes() != (lab.folder / "old.credential").read_bytes(),
           "the credential is the same")


def two_at_once(lab):
    token = lab.lua('print(mix.auth.token("nano"))')
    code = 'print(mix.auth.token("nano", {refused = "%s"}))' % token
    processes = [lab.start("-e", code, text="") for _ in range(4)]
    tokens = {process.communicate(timeout=60)[0] for process in processes}
    expect(len(tokens) == 1 and token not in "".join(tokens), "they got different tokens")


def reuse_ends_it(lab):
    # A refresh token that was replaced comes back, as from a stolen copy: the server ends the log-in.
    newest = lab.credential("nano").read_bytes()
    shutil.copy2(lab.folder / "old.credential", lab.credential("nano"))
    code = 'print(mix.auth.token("nano", {refused = mix.auth.token("nano")}))'
    status, _, errors = lab.run("-e", 'local t, e = ' + code[6:-1] + ' error(e.reason)')
    expect(status == 1 and "ended" in errors, errors)
    lab.credential("nano").write_bytes(newest)
    status, _, errors = lab.run("-e", 'local t, e = ' + code[6:-1] + ' error(e.message)')
    expect(status == 1 and "mixhost auth login nano" in errors, errors)
    status, output, _ = lab.run("auth", "status", "nano")
    expect("Signed out" in output, output)


def logs_out(lab):
    log_in(lab)
    expect(lab.run("auth", "logout", "nano")[0] == 0, "logout failed")
    expect("Not signed in" in lab.run("auth", "status", "nano")[1], "still signed in")


def over_ipv6(lab):
    lab.provider("six", redirect="http://[::1]/callback")
    status, output, errors, _ = lab.login("six")
    expect(status == 0 and "Signed in as ada" in output, output + errors)


def pasted(lab):
    process = lab.start("auth", "login", "nano", "--paste")
    place = Browser().sign_in(lab.address(process))
    output, errors = process.communicate(place + "\n", timeout=60)
    expect(process.returncode == 0 and "Signed in as ada" in output, output + errors)


def confidential(lab):
    lab.provider(
        "secret", client="mixhost-secret", extra='client_secret = "a-plain-secret.1",')
    status, output, errors, _ = lab.login("secret")
    expect(status == 0 and "Signed in as ada" in output, output + errors)
    expect(lab.lua('print(#mix.auth.token("secret", {refused = mix.auth.token("secret")}))') != "",
           "no token")


def by_device(lab):
    process = lab.start("auth", "login", "nano", "--device", text="")
    lines = []
    for line in process.stderr:
        lines.append(line)
        code = re.fullmatch(r"\s+([A-Z0-9]{2,}-?[A-Z0-9]{2,})\s*", line)
        if code:
            break
    browser = Browser()
    place = f"{lab.base}/device?user_code={code[1]}"
    page = browser.ask(place)[1]
    browser.ask(f"{lab.base}/device", Forms(page).fields | {
        "user_code": code[1], "username": "ada", "password": "lovelace", "action": "allow"})
    output, errors = process.communicate(timeout=60)
    expect(process.returncode == 0 and "Signed in" in output, "".join(lines) + output + errors)


def wrong_client(lab):
    lab.provider("unknown", client="nobody")
    process = lab.start("auth", "login", "unknown", "--no-browser", "--wait", "1s", text="")
    status, page, _ = Browser().ask(lab.address(process))
    expect(status >= 400, page)
    expect(process.wait(timeout=60) == 1, "signed in as nobody")


CASES = [
    ("log-in with PKCE, state, nonce and identity token", log_in),
    ("status tells who", tells_who),
    ("the service takes the token", token_is_accepted),
    ("a refused token is renewed", refreshes),
    ("refresh tokens rotate", rotates),
    ("four processes renew at once", two_at_once),
    ("a replaced refresh token comes back: the log-in ends, and says so", reuse_ends_it),
    ("log-out, with revocation", logs_out),
    ("redirect over IPv6, a free port", over_ipv6),
    ("the answer pasted", pasted),
    ("a confidential client, by HTTP Basic", confidential),
    ("by device code", by_device),
    ("an unknown client", wrong_client),
]


def main():
    lab = Lab(*sys.argv[1:3])
    passed = 0
    try:
        lab.provider("nano")
        for name, case in CASES:
            try:
                case(lab)
                passed += 1
                print(f"ok      {name}", flush=True)
            except Exception as error:
                print(f"FAILED  {name}: {type(error).__name__}: {error}", flush=True)
    finally:
        lab.close()
    print(f"{passed} of {len(CASES)}")
    return 0 if passed == len(CASES) else 1


if __name__ == "__main__":
    sys.exit(main())
