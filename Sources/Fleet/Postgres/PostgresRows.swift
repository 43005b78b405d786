internal import CPostgres
package import SQL

/// The rows that a statement returned. Confined to the thread of its connection.
package final class PostgresRows {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }
  deinit { cpostgres_free(handle) }

  package var count: Int { Int(cpostgres_row_count(handle)) }
  /// The number of rows that the statement changed.
  package var changed: Int { Int(cpostgres_changed(handle)) }

  package func isNull(_ row: Int32, _ column: Int32) -> Bool { bytes(row, column) == nil }

  package func int(_ row: Int32, _ column: Int32) -> Int64 {
    guard let bytes = bytes(row, column) else { return 0 }
    switch type(column) {
    case PostgresType.double, PostgresType.float: return Int64(exactly: real(row, column)) ?? 0
    default: return Self.integer(bytes)
    }
  }

  package func real(_ row: Int32, _ column: Int32) -> Double {
    guard let bytes = bytes(row, column) else { return 0 }
    switch type(column) {
    case PostgresType.double: return Double(bitPattern: UInt64(bitPattern: Self.integer(bytes)))
    case PostgresType.float:
      return Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.integer(bytes))))
    default: return Double(Self.integer(bytes))
    }
  }

  package func text(_ row: Int32, _ column: Int32) -> String {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  package func blob(_ row: Int32, _ column: Int32) -> [UInt8] {
    bytes(row, column).map(Array.init) ?? []
  }

  /// The value in the column's type.
  package func cell(_ row: Int32, _ column: Int32) -> Cell {
    if isNull(row, column) { return .null }
    switch type(column) {
    case PostgresType.bool, PostgresType.bigint, PostgresType.integer, PostgresType.smallint:
      return .int(int(row, column))
    case PostgresType.double, PostgresType.float: return .real(real(row, column))
    case PostgresType.bytes: return .blob(blob(row, column))
    default: return .text(text(row, column))
    }
  }

  private func type(_ column: Int32) -> UInt32 { cpostgres_column_type(handle, column) }

  // Valid as long as the result.
  private func bytes(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    var length: Int32 = 0
    guard let start = cpostgres_value(handle, row, column, &length) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(length))
  }

  private static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64 {
    var value: Int64 = (bytes.first ?? 0) & 0x80 == 0 || bytes.count == 1 ? 0 : -1
    for byte in bytes { value = value << 8 | Int64(byte) }
    return value
  }
}
