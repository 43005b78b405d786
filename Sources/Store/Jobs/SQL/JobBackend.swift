internal import Glibc
package import Reactor
package import SQL

/// The parts of a store of jobs that differ between the data file and a server.
package protocol JobBackend: Sendable {
  /// The clocks that count in a transaction: leases and waits are measured by them.
  func time(_ host: ClockTime, _ db: SQLSession) throws -> ClockTime
  /// Notifies others of a change, once the transaction has committed.
  func tell(_ change: JobChange, _ db: SQLSession) throws
  /// Notifies others, not too often, that items were settled.
  func tellProgress(_ jobs: [Int64])
  /// See ``JobStore/watch(_:)``.
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)?
}

/// A database on a server that holds jobs.
package protocol JobServer: SQLStore {
  func jobBackend() -> any JobBackend
}

/// The data file: one machine and its clocks; other processes look for themselves.
struct SQLiteJobBackend: JobBackend {
  func time(_ host: ClockTime, _ db: SQLSession) throws -> ClockTime { host }
  func tell(_ change: JobChange, _ db: SQLSession) throws {}
  func tellProgress(_ jobs: [Int64]) {}
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? { nil }
}

/// This machine's name.
package enum HostName {
  package static let current: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
