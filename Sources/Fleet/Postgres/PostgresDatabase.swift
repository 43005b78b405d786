internal import Dispatch
internal import Glibc
package import Net
internal import Notation
internal import Reactor
package import SQL
public import Store

/// A fleet's store on a PostgreSQL server: a few sessions, each of which a thread borrows for a
/// transaction.
///
/// A lost session is replaced, and a transaction that was lost before its end runs again, for up to
/// ``patience``. A transaction lost during its commit is looked up by its ``CommitMark``: it counts
/// as saved, as undone, or is reported as unknown.
public final class PostgresDatabase: SQLStore {
  /// The most transactions of this process at once.
  static let mostSessions = 4
  /// How long a lost server is waited for, in seconds.
  package static let patience = 45.0
  /// The waits between attempts to reach the server.
  package static let backOff = BackOff(first: 0.1, longest: 3, jitter: .within(0.3))
  /// How often a transaction that lost against another is repeated without a wait.
  private static let mostCollisions = 20

  /// The address of the store.
  public let address: PostgresAddress
  private let patience: Double
  private let listener: PostgresListener
  private let room = DispatchSemaphore(value: PostgresDatabase.mostSessions)
  // Guarded: threads borrow and return sessions.
  private let state = Guarded(State())

  private struct State {
    // Sessions that no thread uses.
    var idle: [Session] = []
    /// The sessions with an open transaction, by thread.
    var open: [UInt: Session] = [:]
    var user = ""
    /// When old commit marks were last removed, in nanoseconds of the machine's clock.
    var swept = DispatchTime.now().uptimeNanoseconds
  }

  // @unchecked Sendable: only the thread that holds the session uses `connection`.
  private final class Session: @unchecked Sendable {  // confined: see above
    let connection: PostgresConnection
    init(_ connection: PostgresConnection) { self.connection = connection }
  }

  /// Connects, checks whose tables the schema holds, and migrates them.
  /// - Throws: `DataFileError`, without retries: only a store that was reached before is waited
  ///   for.
  public convenience init(_ address: PostgresAddress) throws {
    try self.init(address, patience: Self.patience)
  }

  init(_ address: PostgresAddress, patience: Double) throws {
    self.address = address
    self.patience = patience
    listener = PostgresListener(address)
    do {
      state.withLock { $0.user = address.user }
      let connection = try connect(isFirst: true)
      state.withLock { $0.idle.append(Session(connection)) }
    } catch { throw told(error) }
  }

  /// A new session. Each one checks whose tables the schema holds: another server may have taken the
  /// place of the first, or a later mixhost may have migrated the tables.
  /// - Parameter isFirst: whether a standby is refused and not waited for, since nothing says that
  ///   it is about to be promoted.
  /// - Throws: ``PostgresFailure``.
  func connect(isFirst: Bool) throws -> PostgresConnection {
    let connection = try PostgresConnection(address)
    if isFirst { state.withLock { $0.user = connection.user } }
    if try connection.rows("SELECT pg_is_in_recovery()").int(0, 0) != 0 {
      throw isFirst
        ? PostgresFailure.statement(state: "25006", "it is in recovery")
        : PostgresFailure.connection(state: "57P03", "it is in recovery")
    }
    try PoolerCheck.check(connection)
    try PostgresSchema.prepare(connection)
    return connection
  }

  /// An idle session, or a new one.
  /// - Throws: ``PostgresFailure``.
  func session() throws -> PostgresConnection {
    try state.withLock { $0.idle.popLast() }?.connection ?? connect(isFirst: false)
  }

  /// Keeps a session without an open transaction for later use. With a lost one, the other idle
  /// sessions are probably lost, too.
  func takeBack(_ connection: PostgresConnection) {
    state.withLock { state in
      if connection.isLost {
        state.idle = []
      } else if state.idle.count < Self.mostSessions {
        state.idle.append(Session(connection))
      }
    }
  }

  package var label: String { "the store \(address.shown)" }

  package var isShared: Bool { true }

  /// Converts a failure of PostgreSQL into one for users.
  func told(_ error: any Error) -> any Error {
    guard let failure = error as? PostgresFailure else { return error }
    return DataFileError(failure, address, user: state.withLock { $0.user })
  }

  // MARK: Transactions

  package func reading<T>(_ body: (SQLSession) throws -> T) throws -> T {
    if let open = current { return try body(.server(open.connection)) }
    return try repeating { session in
      let connection = session.connection
      try connection.beginReading()
      let value = try within(session) { try body(.server(connection)) }
      // All rows have arrived, and ending the transaction saves nothing, so do not wait for the
      // answer.
      connection.post("COMMIT")
      return value
    }
  }

  package func writing<T>(_ body: (SQLSession) throws -> T) throws -> T {
    if let open = current { return try body(.server(open.connection)) }
    return try repeating { session in
      let connection = session.connection
      try connection.begin()
      let value = try within(session) { try body(.server(connection)) }
      try commit(connection)
      return value
    }
  }

  /// Saves the open transaction of a session. If the connection is cut meanwhile, finds out whether
  /// it was saved. So it does when the server warns: an administrator has ended the wait for the
  /// standby, and whoever asks waits for it again.
  /// - Throws: ``PostgresFailure`` if it was not, `DataFileError` of kind `unknown`.
  func commit(_ connection: PostgresConnection) throws {
    let key = CommitMark.random()
    do {
      if try connection.isWarned(by: CommitMark.commit(key)) { _ = try wasSaved(key) }
    } catch let failure as PostgresFailure {
      guard failure.endsConnection, try wasSaved(key) else { throw failure }
    }
    removeOldMarks(connection)
  }

  private func removeOldMarks(_ connection: PostgresConnection) {
    let now = DispatchTime.now().uptimeNanoseconds
    let isDue = state.withLock { state in
      guard now - state.swept > 300_000_000_000, !connection.isLost else { return false }
      state.swept = now
      return true
    }
    // Another node, or the next time, removes what this time does not.
    if isDue { try? CommitMark.removeOld(connection) }
  }

  package func begin(_ lock: SQLLock, cacheKilobytes: Int) throws -> any SQLTransaction {
    try PostgresTransaction(self, lock)
  }

  package var isReadOnly: Bool { false }

  package func settle() -> Bool { true }

  /// Runs statements one by one, each in its own transaction.
  func bare<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
    try repeating { try body($0.connection) }
  }

  package func versionReader() -> @Sendable () throws -> Int64 {
    {
      // The snapshot lists ended and open transactions, so it differs after every commit.
      try self.bare { connection in
        try connection.rows(
          "SELECT hashtextextended(CAST(pg_current_snapshot() AS text), 0)"
        ).int(0, 0)
      }
    }
  }

  package func checker() -> @Sendable () throws -> Void { { try self.lookOnce() } }

  /// Checks once, without waiting, whether the server answers and saves what is written.
  private func lookOnce() throws {
    func write(_ connection: PostgresConnection) throws {
      try connection.begin()
      try connection.runScript(CommitMark.commit(CommitMark.random()))
    }
    do { try once { try write($0.connection) } } catch {
      // An idle session may have been lost long ago; try a new one.
      do { try write(connect(isFirst: true)) } catch { throw told(error) }
    }
  }

  /// Passes all notifications of the schema to `handler`, on the listener's thread, until the
  /// returned object is released.
  /// - Parameter handler: receives nil when notifications may have been missed, as at the start.
  func listen(_ handler: @escaping @Sendable (String?) -> Void) -> PostgresSubscription {
    listener.add(handler)
  }

  /// Whether a transaction was saved before its connection was cut.
  /// - Throws: `DataFileError` of kind `unknown`.
  private func wasSaved(_ key: String) throws -> Bool {
    let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(clamping: patience * 1e9)
    var tries = 0
    while DispatchTime.now().uptimeNanoseconds < deadline {
      tries += 1
      do { return try CommitMark.isSaved(key, connect(isFirst: false)) } catch is PostgresFailure {
        // Try again.
      }
      Self.sleep(Self.backOff.wait(after: tries, random: Double.random(in: 0..<1)))
    }
    throw DataFileError(
      .unknown,
      "the connection to \(label) was cut while a change was being saved, and the server cannot be "
        + "asked whether it was: look before you do it again")
  }

  private func within<T>(_ session: Session, _ body: () throws -> T) throws -> T {
    let thread = UInt(pthread_self())
    state.withLock { $0.open[thread] = session }
    defer { state.withLock { _ = $0.open.removeValue(forKey: thread) } }
    let value = try body()
    // If the body ignored a failed statement, the transaction is undone, and COMMIT would not
    // report that.
    try session.connection.checkTransaction()
    return value
  }

  private var current: Session? {
    let thread = UInt(pthread_self())
    return state.withLock { $0.open[thread] }
  }

  // MARK: Sessions

  /// Runs work with a session. Repeats it when the session or the server was lost, or another
  /// transaction won.
  private func repeating<T>(_ work: (Session) throws -> T) throws -> T {
    do { return try patiently { try once(work) } } catch { throw told(error) }
  }

  /// Runs work again while the session or the server is lost, or another transaction wins.
  /// - Throws: ``PostgresFailure``; errors of the work.
  func patiently<T>(_ work: () throws -> T) throws -> T {
    let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(clamping: patience * 1e9)
    var (losses, collisions) = (0, 0)
    while true {
      do { return try work() } catch let failure as PostgresFailure {
        guard failure.isPassing else { throw failure }
        if failure.endsConnection {
          losses += 1
        } else {
          collisions += 1
        }
        let isLate = DispatchTime.now().uptimeNanoseconds >= deadline
        if isLate || collisions > Self.mostCollisions { throw failure }
        // An idle session may have been lost long ago, so the first loss is not an outage.
        if losses == 1, failure.endsConnection { continue }
        let random = Double.random(in: 0..<1)
        Self.sleep(
          failure.endsConnection
            ? Self.backOff.wait(after: losses - 1, random: random) : 0.05 * random)
      }
    }
  }

  private func once<T>(_ work: (Session) throws -> T) throws -> T {
    room.wait()
    defer { room.signal() }
    let session = Session(try self.session())
    do {
      let value = try work(session)
      takeBack(session.connection)
      return value
    } catch {
      let connection = session.connection
      if connection.isLost || (try? connection.runScript("ROLLBACK")) != nil {
        takeBack(connection)
      }
      throw error
    }
  }

  private static func sleep(_ seconds: Double) {
    usleep(UInt32(clamping: seconds * 1e6))
  }
}
