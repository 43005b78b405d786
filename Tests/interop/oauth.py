#!/usr/bin/env python3
"""Signs mixhost in at an authorization server that its authors did not write (PyPI: nanoidp).

usage: oauth.py MIXHOST NANOIDP

Every case runs the program as a user does, with a small browser in place of a real one: it fills in
the log-in form and follows the redirects. Prints one line a case and "N of N"; status 1 when one fails.
"""

import re
import shutil
import sys
import urllib.request

from lab import Browser, Forms, Lab


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
