"""What the axes http and tls share: the programs that fetch one address again and again, and their table."""

import os

import bench

HTTP = os.path.join(bench.ROOT, "Benchmarks/http")
LIMIT = "C libcurl-multi"
# The same program with requests of nothing but method, address, host and Accept: to say who asks and that answers may
# be compressed costs libcurl as much as a sixth of a request.
BARE = "C, bare requests"


def mixhost(url, requests, concurrency, ca=None):
    """The command that fetches from Lua."""
    trust = ["--ca", ca] if ca else []
    script = os.path.join(HTTP, "fetch.lua")
    return [bench.MIXHOST, *trust, "--allow-net", "127.0.0.1", script, url, str(requests), str(concurrency)]


def programs(url, requests, concurrency, ca=None, peers=()):
    """For `in_turns`: requests/s and CPU microseconds per request, from C, from Lua and from Python's `peers`."""
    peer = bench.compile_c(os.path.join(HTTP, "peer.c"), "http-peer", "-lcurl")
    size = [url, str(requests), str(concurrency)]
    with open(os.path.join(bench.ROOT, "VERSION"), encoding="utf-8") as version:
        agent = "mixhost/" + version.read().strip()
    commands = {LIMIT: bench.words(peer, *size, ca or "-", "-", agent),
                BARE: bench.words(peer, *size, *([ca] if ca else [])),
                "mixhost": bench.words(*mixhost(url, requests, concurrency, ca))}
    for name in peers if bench.python() else ():
        # The slow ones get fewer requests: it is a rate that counts.
        commands[name] = bench.words(
            bench.python(), os.path.join(HTTP, "fetch.py"), name, url, str(max(100, requests // 10)),
            str(concurrency), ca or "-")
    return commands


def seconds(url, concurrency, ca=None):
    """The cost of N requests from Lua, for `grows`."""
    def cost(requests):
        output, _, _ = bench.run(mixhost(url, requests, concurrency, ca))
        return requests / float(output.split()[0])
    return cost


def show(axis, case, medians, rate, cpu=None):
    """The table of a case, with the targets of requests/s and CPU as times C."""
    limit_rate, limit_cpu = medians[LIMIT]
    targets = {"requests/s": (">=", rate)} | ({"CPU us/request": ("<=", cpu)} if cpu else {})
    axis.table(
        case, ["program", "requests/s", "x C", "CPU us/request", "x C"],
        [(name, r, r / limit_rate, c, c / limit_cpu) for name, (r, c) in medians.items()], targets)
