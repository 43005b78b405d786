internal import Glibc
package import Reactor
package import SQL

/// The parts of a job store that differ between the data file and a server.
package protocol JobBackend: Sendable {
  /// The clocks that apply in a transaction, for leases and waits.
  func time(_ host: ClockTime, _ db: SQLSession) throws -> ClockTime
  /// Notifies other processes of a change once the transaction has committed.
  func tell(_ change: JobChange, _ db: SQLSession) throws
  /// Notifies other processes, at a limited rate, that items were settled.
  func tellProgress(_ jobs: [Int64])
  /// See ``JobStore/watch(_:)``.
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)?
}

/// A database server that holds jobs.
package protocol JobServer: SQLStore {
  func jobBackend() -> any JobBackend
}

/// The data file's part: one node and its clocks; other processes poll.
struct SQLiteJobBackend: JobBackend {
  func time(_ host: ClockTime, _ db: SQLSession) throws -> ClockTime { host }
  func tell(_ change: JobChange, _ db: SQLSession) throws {}
  func tellProgress(_ jobs: [Int64]) {}
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? { nil }
}

/// This node's name.
package enum HostName {
  package static let current: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
