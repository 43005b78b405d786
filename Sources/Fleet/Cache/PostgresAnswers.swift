internal import Dispatch
public import Net
internal import Notation
internal import Reactor
internal import Store

/// The answers that all nodes of a fleet share in its PostgreSQL.
///
/// One session on its own queue serves the process, so no request blocks the reactor.
public final class PostgresAnswers: SharedAnswerSource {
  /// How often a request that waits for another node looks, in seconds.
  private static let look = 0.1
  /// How long a failed server is not asked again, in seconds.
  private static let outage = 30.0
  /// The most requests that may wait for the session.
  private static let mostWaiting = 256

  private struct State {
    var offUntil = 0.0
    /// When the session's present step began; nil between steps.
    var began: Double?
    var waiting = 0
    var hasWarned = false
  }

  // @unchecked Sendable: used on `queue` alone.
  private final class Session: @unchecked Sendable {  // confined: see above
    let rows: PostgresAnswerRows
    let number: Int
    var unpruned: Int

    init(_ rows: PostgresAnswerRows, number: Int, unpruned: Int) {
      (self.rows, self.number, self.unpruned) = (rows, number, unpruned)
    }
  }

  // @unchecked Sendable: used on `queue` alone.
  private final class Place: @unchecked Sendable {  // confined: see above
    var session: Session?
    var count = 0
  }

  package let patience: Double
  private let address: PostgresAddress
  private let maxBytes: Int
  private let upstreams: UpstreamMap
  private let onWarning: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "mixhost.shared-answers", qos: .userInitiated)
  private let place = Place()
  // Guarded: read from the reactor.
  private let state = Guarded(State())

  /// Prepares the cache. The session opens with the first question.
  /// - Parameters:
  ///   - maxBytes: the most bytes that all answers may take.
  ///   - upstreams: addresses that replace others; answers of a replacement are kept apart.
  ///   - patience: how long a request waits for an answer, in seconds; while a step of the session takes half
  ///     of that, other requests skip the shared cache.
  ///   - onWarning: called at most once, when the server cannot be asked.
  /// - Throws: ``HTTPError`` for an upstream that is not an address.
  public init(
    _ address: PostgresAddress, maxBytes: Int, upstreams: [UpstreamPlace], patience: Double = 2,
    onWarning: @escaping @Sendable (String) -> Void
  ) throws(HTTPError) {
    (self.address, self.maxBytes, self.onWarning) = (address, maxBytes, onWarning)
    self.patience = patience
    self.upstreams = try UpstreamMap(upstreams)
  }

  /// The question for a request; nil if its answer is not shared.
  package func question(_ request: HTTPRequest, _ url: HTTPURL) -> SharedQuestion? {
    SharedQuestion(request, actual: upstreams.actual(for: url) ?? url)
  }

  private func question(_ request: HTTPRequest, _ url: String) -> SharedQuestion? {
    (try? HTTPURL(url)).flatMap { question(request, $0) }
  }

  // MARK: Asking

  /// Whether the server is likely to answer soon.
  package var isUsable: Bool {
    let now = PresentTime.monotonic
    return state.withLock { state in
      now >= state.offUntil && state.waiting < Self.mostWaiting
        && now - (state.began ?? now) < patience / 2
    }
  }

  /// Looks for an answer that was stored after `seen`, and takes the right to ask the service.
  /// Waits for another node that has the right until `deadline`, in seconds of the machine's clock.
  /// - Parameter done: called once, on any thread.
  package func ask(
    _ question: SharedQuestion, after seen: Double, until deadline: Double,
    _ done: @escaping @Sendable (SharedFinding) -> Void
  ) {
    state.withLock { $0.waiting += 1 }
    queue.async { self.step(question, seen, deadline, done) }
  }

  /// Looks once, without waiting for another node. See ``ask(_:after:until:_:)``.
  package func lookOnce(
    _ question: SharedQuestion, after seen: Double,
    _ done: @escaping @Sendable (SharedFinding) -> Void
  ) {
    ask(question, after: seen, until: PresentTime.monotonic + Self.look, done)
  }

  private func step(
    _ question: SharedQuestion, _ seen: Double, _ deadline: Double,
    _ done: @escaping @Sendable (SharedFinding) -> Void
  ) {
    let found =
      PresentTime.monotonic < deadline
      ? attempt { try self.find(question, seen, $0) } : SharedFinding()
    if let found, found.response == nil, found.claim == nil,
      PresentTime.monotonic + Self.look < deadline
    {
      queue.asyncAfter(deadline: .now() + Self.look) { self.step(question, seen, deadline, done) }
      return
    }
    state.withLock { $0.waiting -= 1 }
    done(found ?? SharedFinding())
  }

  private func find(
    _ question: SharedQuestion, _ seen: Double, _ session: Session
  ) throws -> SharedFinding {
    var found = SharedFinding()
    // Take the right first, so that an answer that its holder has just stored is found.
    if try session.rows.lock(question) {
      found.claim = PostgresClaim(self, question, session.number)
    }
    if let row = try session.rows.find(question, after: seen) {
      (found.response, found.stored) = (
        row.response.shifted(by: PresentTime.seconds - row.age), row.stored
      )
      try session.rows.touch(question, row.key)
    }
    found.isWorthWaiting = found.claim == nil
    return found
  }

  // MARK: Keeping

  /// Stores an answer soon, if it may be shared.
  package func put(_ response: StoredResponse, to request: HTTPRequest, url: String) {
    guard isUsable, response.isShareable, response.memoryBytes <= maxBytes / 16,
      let question = question(request, url)
    else { return }
    queue.async {
      self.attempt { session in
        session.unpruned += try session.rows.put(
          response, for: question, age: max(0, PresentTime.seconds - response.responseTime))
        guard session.unpruned > self.maxBytes / 16 else { return }
        session.unpruned = 0
        try session.rows.prune(to: self.maxBytes)
      }
    }
  }

  /// Deletes the fleet's answers to an address soon.
  package func remove(url: String) {
    guard isUsable, let question = question(HTTPRequest(url: url), url) else { return }
    queue.async { self.attempt { try $0.rows.remove(question) } }
  }

  /// Waits until all answers are written, or until a hanging server's time is over.
  package func flush() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    queue.async { end.finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { end.finish() }
    for await _ in ended {}
  }

  fileprivate func release(_ question: SharedQuestion, _ number: Int) {
    queue.async {
      guard let session = self.place.session, session.number == number else { return }
      self.attempt { try $0.rows.unlock(question) }
    }
  }

  // MARK: The session (on the queue)

  /// Runs work with the session. After a failure it returns nil, and the server is not asked for a
  /// while.
  @discardableResult
  private func attempt<T>(_ work: (Session) throws -> T) -> T? {
    let now = PresentTime.monotonic
    guard state.withLock({ now >= $0.offUntil }) else { return nil }
    state.withLock { $0.began = now }
    defer { state.withLock { $0.began = nil } }
    do { return try work(session()) } catch {
      place.session = nil
      let isFirst = state.withLock { state in
        state.offUntil = PresentTime.monotonic + Self.outage
        defer { state.hasWarned = true }
        return !state.hasWarned
      }
      if isFirst { onWarning("the cache that the fleet shares is not used: \(told(error))") }
      return nil
    }
  }

  private func told(_ error: any Error) -> any Error {
    (error as? PostgresFailure).map { DataFileError($0, address) } ?? error
  }

  private func session() throws -> Session {
    if let session = place.session { return session }
    // Create the tables where they are missing.
    _ = try OpenedDatabases.database(address)
    let rows = PostgresAnswerRows(connection: try PostgresConnection(address))
    place.count += 1
    // Most runs are short, so the first few answers already trigger a look at the size.
    let session = Session(
      rows, number: place.count, unpruned: maxBytes / 16 - 100_000)
    place.session = session
    return session
  }
}

/// The right to ask a service for the whole fleet. It ends when the object is released.
private final class PostgresClaim: SharedClaim {
  private let answers: PostgresAnswers
  private let question: SharedQuestion
  private let session: Int

  fileprivate init(_ answers: PostgresAnswers, _ question: SharedQuestion, _ session: Int) {
    (self.answers, self.question, self.session) = (answers, question, session)
  }

  deinit { answers.release(question, session) }
}
