public import MixCore
public import Reactor

// @unchecked Sendable: touched on the reactor's thread only.
/// A spec file's world: its clock, and the answers to its requests.
///
/// A test changes it through `mix.test`; ``save()`` and ``restore(to:)`` around each test and each
/// block put back what it was.
public final class SpecWorld: HTTPResponder, @unchecked Sendable {  // confined: see above
  private struct Saved {
    let heldWall: Double?
    let answers: (any HTTPResponder)?
    let requests: [HTTPRequest]
  }

  /// The host's and the engine's clock.
  public let clock: TestClock
  private let reachesNetwork: Bool
  /// The hosts that requests reach which nothing answers.
  public var outside = HTTPPolicy.strict
  private var answers: (any HTTPResponder)?
  private var saved: [Saved] = []
  /// Requests since the answers were set.
  private(set) var requests: [HTTPRequest] = []

  /// - Parameter reachesNetwork: whether requests that nothing answers go out, as against a mock.
  public init(reactor: Reactor, reachesNetwork: Bool) {
    self.reachesNetwork = reachesNetwork
    // A real answer takes real time: a held clock must not run to its time-out meanwhile.
    clock = TestClock(reactor: reactor, passesAtRest: !reachesNetwork) { reactor.hasWorkElsewhere }
  }

  /// Sets what answers from now on.
  func answer(with responder: any HTTPResponder) {
    answers = responder
    requests = []
  }

  /// Notes clock and answers.
  /// - Returns: what ``restore(to:)`` takes.
  func save() -> Int {
    saved.append(
      Saved(heldWall: clock.isHeld ? clock.wall : nil, answers: answers, requests: requests))
    return saved.count
  }

  /// Goes back to what was noted, and forgets all that was noted since.
  /// - Returns: whether anything answers otherwise than before.
  func restore(to depth: Int) -> Bool {
    guard depth >= 1, depth <= saved.count else { return false }
    let state = saved[depth - 1]
    saved.removeSubrange((depth - 1)...)
    if let wall = state.heldWall {
      clock.hold(at: wall)
    } else {
      clock.release()
    }
    let changed = answers != nil || state.answers != nil
    answers = state.answers
    requests = state.requests
    return changed
  }

  /// See ``HTTPResponder/response(to:)``.
  /// - Throws: ``HTTPError`` of kind `notMocked` for what nothing answers.
  public func response(to request: HTTPRequest) async throws -> HTTPResponse? {
    requests.append(request)
    if let answers { return try await answers.response(to: request) }
    if reachesNetwork {
      _ = try outside.checked(request.url)
      return nil
    }
    throw HTTPError(
      .notMocked,
      "a test asks \(request.method) and nothing answers: set mix.test.mock_http or "
        + "mix.test.cassette, or run the tests with --mock", url: request.url)
  }
}
