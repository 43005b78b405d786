import PostgresInstance
import Testing

@testable import Fleet
@testable import Store

/// The place of the library, refresh times and programs' records of a contract's test.
enum DataPlace: String, CaseIterable, CustomTestStringConvertible {
  case file, memory, postgres

  /// Those that this machine has.
  static var usable: [DataPlace] { allCases }

  /// Those that several hosts may use at once.
  static var shared: [DataPlace] { usable.filter { $0 != .memory } }

  var testDescription: String { rawValue }

  /// One empty place, seen by two hosts.
  func make(_ folder: TemporaryFolder) throws -> (first: DataStore, second: DataStore) {
    if self == .postgres {
      let address = try PostgresAddress(PostgresInstance.shared.get().address())
      return (
        DataStore(try PostgresDatabase(address)), DataStore(try PostgresDatabase(address))
      )
    }
    let path = self == .file ? folder.file("mixhost.sqlite") : ":memory:"
    let first = try DataFile(path: path)
    return (DataStore(first), DataStore(self == .file ? try DataFile(path: path) : first))
  }
}
