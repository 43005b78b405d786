import MixCore
import Reactor
import Testing

/// The library's example: a cached GET without any Lua.
private func example(of url: String, from upstream: String) async throws -> [HTTPResponse.Source] {
  let reactor = Reactor()
  defer { reactor.stop() }
  let time = SystemTime(reactor: reactor)
  var configuration = HTTPConfiguration()
  configuration.upstreams = [.init(canonical: "https://api.example.org", actual: upstream)]
  let client = try HTTPClient(
    reactor: reactor, time: time, configuration: configuration,
    cache: ResponseCache(disk: nil, time: time))
  var options = HTTPOptions()
  options.ttl = 3600
  let request = HTTPRequest(url: url, options: options)
  return [try await client.send(request).source, try await client.send(request).source]
}

@Suite("Embedding MixCore")
struct EmbeddingTests {
  @Test func theExampleRuns() async throws {
    let server = try RawServer { _ in .text("tea") }
    defer { server.stop() }
    let sources = try await example(
      of: "https://api.example.org/price", from: "http://127.0.0.1:\(server.port)")
    #expect(sources == [.live, .cache])
  }
}
