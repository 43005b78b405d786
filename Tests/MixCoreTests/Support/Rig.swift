import MixCore
import Reactor

/// A client on a reactor of its own, with its events, for one test.
struct Rig: Sendable {
  let reactor: Reactor
  let client: HTTPClient
  let log = EventLog()

  /// - Parameter time: nil for the machine's.
  static func run<R: Sendable>(
    _ configuration: HTTPConfiguration = HTTPConfiguration(), time: (any TimeSource)? = nil,
    cache: sending (any ResponseCaching)? = nil, _ body: (Rig) async throws -> R
  ) async throws -> R {
    let reactor = Reactor(name: "test")
    let client = try HTTPClient(
      reactor: reactor, time: time ?? SystemTime(reactor: reactor), configuration: configuration,
      cache: cache)
    let rig = Rig(reactor: reactor, client: client)
    let log = rig.log
    _ = await client.subscribe { log.add($0) }
    defer {
      reactor.stop()
      reactor.join()
    }
    return try await body(rig)
  }

  /// This machine may be asked.
  static let local = RequestContext(policy: HTTPPolicy(allowsLoopback: true))

  func get(
    _ url: String, headers: HTTPHeaders = [:], context: RequestContext = Rig.local,
    _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(url: url, headers: headers)
    // Beside hundreds of other tests an answer may come late.
    request.options.idleTimeout = 600
    change(&request.options)
    return try await client.send(request, context: context)
  }

  /// The error that a GET ends with; nil when it has an answer.
  func failure(
    _ url: String, context: RequestContext = Rig.local,
    _ change: (inout HTTPOptions) -> Void = { _ in }
  ) async -> HTTPError? {
    do {
      _ = try await get(url, context: context, change)
      return nil
    } catch {
      return error as? HTTPError
    }
  }
}

extension HTTPOptions {
  /// One try: for tests of what a single transfer does.
  mutating func once() { retry = RetryPolicy.none }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
