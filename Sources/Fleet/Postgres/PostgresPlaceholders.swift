/// Converts SQLite's placeholders into PostgreSQL's.
enum PostgresPlaceholders {
  /// Turns `?` and `?1` into `$1`, except inside quotes.
  static func translated(_ sql: String) -> String {
    guard sql.utf8.contains(UInt8(ascii: "?")) else { return sql }
    var result: [UInt8] = []
    var count = 0
    var isQuoted = false
    let bytes = Array(sql.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      guard byte == UInt8(ascii: "?"), !isQuoted else {
        result.append(byte)
        continue
      }
      result.append(UInt8(ascii: "$"))
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { continue }
      count += 1
      result += Array("\(count)".utf8)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
