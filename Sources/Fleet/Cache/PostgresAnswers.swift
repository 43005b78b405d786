internal import Dispatch
public import Net
internal import Notation
internal import Reactor
internal import Store

/// The answers that all machines of a fleet share, on its PostgreSQL.
///
/// One session on a queue of its own serves the process, so no request blocks the reactor.
public final class PostgresAnswers: SharedAnswerSource {
  /// How often a request that waits for another host looks, in seconds.
  private static let look = 0.1
  /// How long a server that failed is left alone, in seconds.
  private static let outage = 30.0
  /// A step that takes longer, in seconds, has others pass by.
  private static let slow = 1.0
  /// As many requests may wait for the session.
  private static let mostWaiting = 256

  private struct State {
    var offUntil = 0.0
    /// When the step began that the session is at.
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

  private let address: PostgresAddress
  private let maxBytes: Int
  private let upstreams: UpstreamMap
  private let onWarning: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "mixhost.shared-answers", qos: .userInitiated)
  private let place = Place()
  // Guarded: asked from the reactor.
  private let state = Guarded(State())

  /// Nothing is opened before the first question.
  /// - Parameters:
  ///   - maxBytes: what all answers together may have.
  ///   - upstreams: addresses that stand for others: the answers of a stand-in are kept apart.
  ///   - onWarning: called at most once, when the server cannot be asked.
  /// - Throws: ``HTTPError`` for an upstream that is not an address.
  public init(
    _ address: PostgresAddress, maxBytes: Int, upstreams: [UpstreamPlace],
    onWarning: @escaping @Sendable (String) -> Void
  ) throws(HTTPError) {
    (self.address, self.maxBytes, self.onWarning) = (address, maxBytes, onWarning)
    self.upstreams = try UpstreamMap(upstreams)
  }

  /// The question of a request; nil for one that shares nothing.
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
        && now - (state.began ?? now) < Self.slow
    }
  }

  /// Looks for an answer that was stored after `seen`, and takes the right to ask the service. Waits
  /// for another host that has it until `deadline`, in seconds of the machine's clock.
  /// - Parameter done: called once, on any thread.
  package func ask(
    _ question: SharedQuestion, after seen: Double, until deadline: Double,
    _ done: @escaping @Sendable (SharedFinding) -> Void
  ) {
    state.withLock { $0.waiting += 1 }
    queue.async { self.step(question, seen, deadline, done) }
  }

  /// As ``ask(_:after:until:_:)``, without waiting for another host.
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
    // First the right to ask: an answer that its holder stores is found afterwards.
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

  /// Keeps an answer soon, if it is for everybody.
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

  /// Forgets soon what all hosts have of an address.
  package func remove(url: String) {
    guard isUsable, let question = question(HTTPRequest(url: url), url) else { return }
    queue.async { self.attempt { try $0.rows.remove(question) } }
  }

  /// Waits until everything has been written, or a server that hangs has had its time.
  package func flush() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    queue.async { end.finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + SharedFinding.patience) { end.finish() }
    for await _ in ended {}
  }

  fileprivate func release(_ question: SharedQuestion, _ number: Int) {
    queue.async {
      guard let session = self.place.session, session.number == number else { return }
      self.attempt { try $0.rows.unlock(question) }
    }
  }

  // MARK: The session (on the queue)

  /// Does something with the session; nil when that failed: then the server is left alone for a while.
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
    // Makes the tables, where they are missing.
    _ = try OpenedDatabases.database(address)
    let rows = PostgresAnswerRows(connection: try PostgresConnection(address))
    place.count += 1
    // Some of its first answers are enough to look at the size: many runs are short.
    let session = Session(
      rows, number: place.count, unpruned: maxBytes / 16 - 100_000)
    place.session = session
    return session
  }
}

/// The right to ask a service for all hosts; it ends when it is released, or let go.
private final class PostgresClaim: SharedClaim {
  private let answers: PostgresAnswers
  private let question: SharedQuestion
  private let session: Int

  fileprivate init(_ answers: PostgresAnswers, _ question: SharedQuestion, _ session: Int) {
    (self.answers, self.question, self.session) = (answers, question, session)
  }

  deinit { answers.release(question, session) }
}
