internal import CPostgres
internal import Dispatch
internal import Glibc
internal import Notation
internal import Reactor
public import Store

/// A duty that one node of a fleet has for all, such as running refreshers.
///
/// The node holds an advisory lock of the fleet's database, in its own session on its own thread.
/// The lock is free when that session ends: at once if the process ends or its connection is cut,
/// and after ``lease`` if the node is silent because it hangs or is unreachable. A node that cannot
/// reach the server stops earlier: it is on duty for ``certainty`` after the server's last answer.
///
/// ```swift
/// let duty = FleetDuty(store, FleetDuty.refreshing)
/// duty?.start()
/// ```
public final class FleetDuty: Sendable {
  /// How long the server waits for a silent node, in seconds.
  static let lease = 30.0
  /// How long an answer of the server counts, in seconds.
  static let certainty = 20.0
  /// How often the node asks the server, in seconds.
  static let pulse = 5.0
  /// How long an answer may take, in seconds.
  private static let patience = 5

  /// Which node is on duty, as far as this node knows.
  public enum Standing: Sendable, Equatable {
    /// This node is on duty.
    case here
    /// Another node is on duty; with its name if known.
    case elsewhere(String?)
    /// The server cannot be asked.
    case unknown
  }

  private struct State {
    var isRunning = false
    var isStopped = false
    var standing = Standing.unknown
    /// When the server last confirmed the standing, in seconds of the machine's clock.
    var confirmed = -Double.infinity
  }

  private let address: PostgresAddress
  private let name: String
  private let pulse: Double
  private let lease: Double
  private let wake: Int32
  // Guarded: read from any thread.
  private let state = Guarded(State())

  /// The duty of a store; nil for a data file, whose one node has all duties.
  /// - Parameter name: the duty's name within the fleet.
  public convenience init?(_ store: DataStore, _ name: String) {
    guard let database = store.database as? PostgresDatabase else { return nil }
    self.init(database.address, name)
  }

  init(
    _ address: PostgresAddress, _ name: String, pulse: Double = FleetDuty.pulse,
    lease: Double = FleetDuty.lease
  ) {
    (self.address, self.name, self.pulse, self.lease) = (address, name, pulse, lease)
    wake = cpostgres_bell()
  }

  deinit { close(wake) }

  /// Applies for the duty until ``stop()``.
  public func start() {
    let begins = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning && !state.isStopped
    }
    guard begins else { return }
    DispatchQueue(label: "mixhost.fleet.\(name)", qos: .utility).async { self.run() }
  }

  /// Gives the duty up, so that another node soon takes it. Does not wait.
  public func stop() {
    state.withLock { $0.isStopped = true }
    cpostgres_ring(wake)
  }

  /// Whether this node is on duty now.
  public var isHeld: Bool { standing == .here }

  /// Which node is on duty.
  public var standing: Standing {
    let now = PresentTime.monotonic
    return state.withLock { state in
      if state.isStopped { return .unknown }
      return now < state.confirmed + lease * Self.certainty / Self.lease ? state.standing : .unknown
    }
  }

  // MARK: The thread

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func run() {
    while !isStopped {
      do { try hold(PostgresConnection(address)) } catch {
        // Try again; another node is on duty meanwhile.
        note(.unknown, PresentTime.monotonic)
        if !isStopped { cpostgres_sleep(wake, Int32(clamping: pulse * 1_000)) }
      }
    }
  }

  /// Applies for the duty until the session is lost or ``stop()`` is called. The lock ends with the
  /// session.
  private func hold(_ connection: PostgresConnection) throws {
    try prepare(connection)
    var (isHeld, hadAnother) = (false, false)
    while !isStopped {
      let asked = PresentTime.monotonic
      let hadIt = isHeld
      if isHeld {
        try connection.runScript("SELECT 1", seconds: Self.patience)
      } else {
        isHeld =
          try connection.rows(
            "SELECT pg_try_advisory_lock(hashtextextended(CAST(?1 AS text), 0))",
            [.text(key(connection))],
            seconds: Self.patience
          ).int(0, 0) != 0
      }
      let other = isHeld ? nil : try Self.holder(of: key(connection), connection)
      if !isHeld { hadAnother = true }
      // A node whose session was cut may not know it yet; give it a moment to find out.
      let isTakenOver = isHeld && !hadIt && hadAnother
      note(isHeld && !isTakenOver ? .here : .elsewhere(other), asked)
      let seconds = isTakenOver ? handover : isHeld ? pulse : pulse - handover
      // This wait ends at once when the session ends.
      _ = try connection.notifications(wake: wake, milliseconds: Int32(clamping: seconds * 1_000))
    }
  }

  /// The time between the end of another node's duty and the start of this node's, in seconds. With
  /// the wait before it, it takes one pulse.
  private var handover: Double { pulse / 5 }

  private func note(_ standing: Standing, _ time: Double) {
    state.withLock { ($0.standing, $0.confirmed) = (standing, time) }
  }

  private func prepare(_ connection: PostgresConnection) throws {
    let milliseconds = Int(clamping: lease * 1_000)
    // Servers before version 14 have no limit for idle sessions: there, a hanging process whose
    // machine still answers stays on duty.
    try connection.rows(
      """
      SELECT set_config(name, value, false) FROM (VALUES
        ('idle_session_timeout', CAST(?1 AS text)), ('tcp_keepalives_idle', '10'),
        ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
        ('tcp_user_timeout', CAST(?1 AS text)), ('application_name', CAST(?2 AS text))
      ) AS wanted (name, value) JOIN pg_settings USING (name)
      """, [.text("\(milliseconds)"), .text(Self.label(HostName.current))], seconds: Self.patience)
  }

  private func key(_ connection: PostgresConnection) -> String {
    Self.key(name, schema: connection.schema)
  }

  // MARK: Names

  private static func key(_ name: String, schema: String) -> String {
    "mixhost \(schema) duty \(name)"
  }

  /// The name of a node's session on the server.
  private static func label(_ host: String) -> String { prefix + host.prefix(40) }
  private static let prefix = "mixhost on "

  /// The name of the node on duty; nil if there is none or its name is unknown.
  static func holder(
    _ name: String, _ connection: PostgresConnection
  ) throws -> String? {
    try holder(of: key(name, schema: connection.schema), connection)
  }

  private static func holder(of key: String, _ connection: PostgresConnection) throws -> String? {
    let rows = try connection.rows(
      """
      SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid),
        hashtextextended(CAST(?1 AS text), 0) AS key
      WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = CAST((key >> 32) & 4294967295 AS oid)
        AND objid = CAST(key & 4294967295 AS oid)
      """, [.text(key)], seconds: patience)
    guard rows.count > 0 else { return nil }
    let text = rows.text(0, 0)
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }
}

extension FleetDuty {
  /// The duty of running due refreshers.
  public static let refreshing = "refreshers"
}
