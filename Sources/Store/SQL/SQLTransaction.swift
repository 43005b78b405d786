package import SQL

/// A transaction of several calls. If it is released without an end, its changes are discarded.
/// Calls block.
package protocol SQLTransaction: Sendable {
  /// Runs one step, which happens completely or not at all.
  func step<T>(_ body: (SQLSession) throws -> T) throws -> T

  /// Saves all steps so far and lets others write. The next step begins a new transaction and may
  /// have to wait for it.
  func save() throws

  /// Ends the transaction: saves all steps, or discards those not saved yet.
  func end(commit: Bool) throws
}

/// A lock that one transaction at a time holds. The data file has one writer in any case.
package enum SQLLock {
  /// Adding works: an existing work must be found before a new one is added.
  case imports
  /// The records of a program.
  case program(String)
  /// The history of one thing that is refreshed.
  case refresh(String, key: String)

  /// The lock's name in the database.
  var name: String {
    switch self {
    case .imports: "imports"
    case .program(let name): "program \(name)"
    case .refresh(let name, let key): "refresh \(name) \(key)"
    }
  }
}

extension SQLSession {
  /// Waits for a lock and holds it until this transaction ends.
  package func lock(_ lock: SQLLock) throws { try self.lock(lock.name) }
}
