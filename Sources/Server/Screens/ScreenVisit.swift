internal import Bindings
internal import Hummingbird
internal import MixCore
internal import Notation

/// A visit to a screen within one request: opens it, runs some steps in order, and returns the
/// final tree. For clients without a socket. The screen's own state ends with the visit.
struct ScreenVisit {
  /// The most steps of one visit; each may call a service while the client waits.
  static let mostSteps = 16

  struct Step: Sendable {
    let action: String
    /// JSON; empty without arguments.
    let args: String
  }

  let hub: ScreenHub

  /// Reads the steps from a request's body: `{"steps": [{"action": "open", "args": 3}]}`.
  /// - Throws: ``RouteProblem`` 400.
  static func steps(_ body: JSON) throws(RouteProblem) -> [Step] {
    guard case .array(let list)? = body["steps"] else {
      throw RouteProblem(400, "the body has no steps: a list, empty to look only")
    }
    guard list.count <= mostSteps else {
      throw RouteProblem(400, "\(list.count) steps: at most \(mostSteps) in one request")
    }
    var steps: [Step] = []
    for (index, one) in list.enumerated() {
      guard case .string(let action)? = one["action"] else {
        throw RouteProblem(400, "steps[\(index)] has no action: a text")
      }
      let args = one["args"].flatMap { $0 == .null ? nil : $0 }
      steps.append(
        Step(action: action, args: args.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""))
    }
    return steps
  }

  /// Visits a screen.
  /// - Parameter name: the screen's name, such as `chart/charts`.
  /// - Returns: `{"title", "tree"}`.
  /// - Throws: ``RouteProblem``: 404 for an unknown screen, 409 for a failed step, 500 for an error
  ///   of the view, 503 while the server stops or has too many screens open.
  func run(_ name: String, _ steps: [Step]) async throws -> Response {
    let (news, new) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let screen = hub.open(name) { new.yield() }
    defer { hub.close(screen) }
    for await _ in news {
      if try Self.isDrawn(screen.take()) { break }
    }
    // The load of an opened screen would change it under the steps.
    if !steps.isEmpty { await hub.settled(screen) }
    for (index, step) in steps.enumerated() {
      if let failure = await hub.act(screen, step.action, step.args) {
        _ = try Self.isDrawn(screen.take(), mayFail: true)
        throw RouteProblem(409, "steps[\(index)], \(step.action): \(failure)")
      }
    }
    let state = screen.take()
    guard try Self.isDrawn(state), let tree = state.tree else {
      throw RouteProblem(500, "the screen showed nothing: ask again")
    }
    let text = tree.shown(.init()).text
    return .json(
      .members([
        "title": .string(state.title), "tree": .raw(Array(text.readableBytesView)),
      ]))
  }

  /// Whether the screen has a tree.
  /// - Parameter mayFail: whether the caller reports an error of the view.
  private static func isDrawn(
    _ state: OpenScreen.State, mayFail: Bool = false
  ) throws(RouteProblem) -> Bool {
    if let end = state.end { throw RouteProblem(status(of: end.reason), end.message) }
    if let problem = state.problem, !mayFail { throw RouteProblem(500, problem) }
    return state.tree != nil
  }

  private static func status(of reason: ScreenEnd.Reason) -> Int {
    switch reason {
    case .unknown, .removed: 404
    case .changed: 409
    case .failed: 500
    case .refused, .stopped: 503
    }
  }
}
