package import SQL

extension DataFile: SQLStore {
  package var label: String { "the data file \(path)" }
  package var isShared: Bool { false }
  package func reading<T>(_ body: (SQLSession) throws -> T) throws -> T {
    try read { try body(.sqlite($0)) }
  }
  package func writing<T>(_ body: (SQLSession) throws -> T) throws -> T {
    try write { try body(.sqlite($0)) }
  }
  package func begin(_ lock: SQLLock, cacheKilobytes: Int) throws -> any SQLTransaction {
    try SQLiteTransaction(self, cacheKilobytes: cacheKilobytes)
  }
  package func versionReader() throws -> @Sendable () throws -> Int64 {
    let version = try DataFileVersion(self)
    return { try version.current() }
  }
  package func checker() throws -> @Sendable () throws -> Void {
    let check = try DataFileCheck(self)
    return { try check.look() }
  }
}
