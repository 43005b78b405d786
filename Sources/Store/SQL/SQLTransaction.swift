package import SQL

/// A transaction of several calls. One that is let go without an end leaves nothing. Calls block.
package protocol SQLTransaction: Sendable {
  /// One step: all of it, or nothing.
  func step<T>(_ body: (SQLSession) throws -> T) throws -> T

  /// Saves what was done so far and lets others make changes. The next step begins a transaction again,
  /// for which it may have to wait.
  func save() throws

  /// Saves all of it, or takes back all that was not saved yet.
  func end(commit: Bool) throws
}

/// The table that one transaction at a time may change. The data file has one writer in any case.
package enum SQLLock {
  /// New works: whether one is there already is asked before it is added.
  case imports
  /// The records of a program.
  case program(String)
  /// The record of one thing that is refreshed.
  case refresh(String, key: String)

  /// Its key.
  var name: String {
    switch self {
    case .imports: "imports"
    case .program(let name): "program \(name)"
    case .refresh(let name, let key): "refresh \(name) \(key)"
    }
  }
}

extension SQLSession {
  /// Waits until no other transaction holds a lock, and holds it until this one ends.
  package func lock(_ lock: SQLLock) throws { try self.lock(lock.name) }
}
