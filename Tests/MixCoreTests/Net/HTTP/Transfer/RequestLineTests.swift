import MixCore
import Testing

/// The bytes that reach a server when pooled handles go from one request to the next.
@Suite struct RequestLineTests {
  @Test func handlesMoveBetweenOriginsAndTargets() async throws {
    let one = try RawServer { _ in .text("one") }
    let two = try RawServer { _ in .text("two") }
    defer {
      one.stop()
      two.stop()
    }
    try await Rig.run { rig in
      // One after the other, so that each takes the handle of the one before.
      for target in ["/a", "/b?c=1&d=/e", "/a/../f?g=../h", "/i/./j", "/", "/?k", "/a"] {
        // Past the cache, and past the answer that is shared for a moment after its transfer.
        for (server, text) in [(one, "one"), (two, "two")] {
          #expect(try await rig.get(server.base + target) { $0.ttl = 0 }.text == text)
        }
      }
      let post = HTTPRequest(method: "POST", url: one.base + "/l?m", body: Array("n".utf8))
      _ = try await rig.client.send(post, context: Rig.local)
      _ = try await rig.get(one.base + "/o")
    }
    let targets = ["/a", "/b?c=1&d=/e", "/f?g=../h", "/i/j", "/", "/?k", "/a"]
    #expect(two.requests.map(\.target) == targets)
    #expect(one.requests.map(\.target) == targets + ["/l?m", "/o"])
    for (server, port) in [(one, one.port), (two, two.port)] {
      #expect(server.requests.allSatisfy { $0.headers["host"] == "127.0.0.1:\(port)" })
    }
  }

  @Test func fieldsOfTheRequestReplaceTheClientsOwn() async throws {
    let server = try RawServer { _ in .text("") }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.userAgent = "tester/1 (mail@example.org)"
    try await Rig.run(configuration) { rig in
      let fields: [HTTPHeaders] = [
        [:], ["user-agent": "mine"], ["Accept-Encoding": "identity"], ["X-One": "1"],
        ["User-Agent": "", "accept-encoding": "br"], ["Accept": "text/html"], [:],
      ]
      for (number, headers) in fields.enumerated() {
        _ = try await rig.get(server.base + "/\(number)", headers: headers)
      }
    }
    let codings = server.requests[0].headers["accept-encoding"]
    #expect(codings?.contains("gzip") == true)
    let own = "tester/1 (mail@example.org)"
    #expect(
      server.requests.map { $0.headers["user-agent"] } == [own, "mine", own, own, "", own, own])
    #expect(
      server.requests.map { $0.headers["accept-encoding"] }
        == [codings, codings, "identity", codings, "br", codings, codings])
    #expect(
      server.requests.map { $0.headers["accept"] } == [nil, nil, nil, nil, nil, "text/html", nil])
    #expect(server.requests[3].headers["x-one"] == "1")
  }
}
