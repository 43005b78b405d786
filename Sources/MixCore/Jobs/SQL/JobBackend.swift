internal import Glibc

/// The parts of a store of jobs that differ between the data file and a server.
protocol JobBackend: Sendable {
  /// The clocks that count in a transaction: leases and waits are measured by them.
  func time(_ host: JobTime, _ db: SQLSession) throws -> JobTime
  /// Notifies others of a change, once the transaction has committed.
  func tell(_ change: JobChange, _ db: SQLSession) throws
  /// Notifies others, not too often, that items were settled.
  func tellProgress(_ jobs: [Int64])
  /// See ``JobStore/watch(_:)``.
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)?
}

/// The data file: one machine and its clocks; other processes look for themselves.
struct SQLiteJobBackend: JobBackend {
  func time(_ host: JobTime, _ db: SQLSession) throws -> JobTime { host }
  func tell(_ change: JobChange, _ db: SQLSession) throws {}
  func tellProgress(_ jobs: [Int64]) {}
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? { nil }
}

/// This machine's name.
enum HostName {
  static let current: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
