"""A nanoidp, a home for mixhost, and a small browser that signs in."""

import html.parser
import http.cookiejar
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
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
