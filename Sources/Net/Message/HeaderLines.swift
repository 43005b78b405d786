internal import Glibc

/// Reads the header lines of an answer as they came over the wire.
///
/// A line that begins with white space continues the one before (RFC 9112, 5.2), one without a colon
/// is left out.
enum HeaderLines {
  /// All fields, in order.
  static func fields(_ lines: [UInt8]) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    fields.reserveCapacity(8)
    lines.withUnsafeBytes { raw in
      var start = 0
      while start < raw.count {
        let end = endOfLine(raw, from: start)
        addLine(trim(raw, start..<end, keepsLeft: true), of: raw, to: &fields)
        start = end + 1
      }
    }
    return fields
  }

  /// Fields as lines; nil for those that ``fields(_:)`` would read as others: a value that spans lines, a name
  /// with a colon or none.
  static func lines(of fields: [(name: String, value: String)]) -> [UInt8]? {
    var lines: [UInt8] = []
    lines.reserveCapacity(256)
    for (name, value) in fields {
      guard let first = name.utf8.first, !isSpace(first),
        !name.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == 0x0A }),
        !value.utf8.contains(0x0A)
      else { return nil }
      lines.append(contentsOf: name.utf8)
      lines.append(UInt8(ascii: ":"))
      lines.append(contentsOf: value.utf8)
      lines.append(0x0A)
    }
    return lines
  }

  /// The first value of a field, without reading the others.
  static func first(_ name: String, in lines: [UInt8]) -> String? {
    var name = name
    return name.withUTF8 { name in
      lines.withUnsafeBytes { raw in
        var start = 0
        while start < raw.count {
          let end = endOfLine(raw, from: start)
          if isField(raw, start..<end, name) {
            return value(raw, (start + name.count + 1)..<end, next: end + 1)
          }
          start = end + 1
        }
        return nil
      }
    }
  }

  /// A value and what the following lines add to it.
  private static func value(
    _ raw: UnsafeRawBufferPointer, _ range: Range<Int>, next: Int
  ) -> String {
    var value = text(raw, trim(raw, range, keepsLeft: false))
    var start = next
    while start < raw.count, isSpace(raw[start]) {
      let end = endOfLine(raw, from: start)
      let rest = trim(raw, start..<end, keepsLeft: false)
      if !rest.isEmpty { value += " " + text(raw, rest) }
      start = end + 1
    }
    return value
  }

  /// Names compare without regard to case.
  private static func isField(
    _ raw: UnsafeRawBufferPointer, _ line: Range<Int>, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let base = raw.baseAddress, let nameBase = name.baseAddress, line.count > name.count,
      raw[line.lowerBound + name.count] == UInt8(ascii: ":")
    else { return false }
    return (base + line.lowerBound).withMemoryRebound(to: CChar.self, capacity: name.count) {
      line in
      nameBase.withMemoryRebound(to: CChar.self, capacity: name.count) {
        strncasecmp(line, $0, name.count) == 0
      }
    }
  }

  private static func endOfLine(_ raw: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = raw.baseAddress else { return raw.count }
    let newline = memchr(base + start, 0x0A, raw.count - start)
    return newline.map { UnsafeRawPointer($0) - base } ?? raw.count
  }

  private static func addLine(
    _ line: Range<Int>, of raw: UnsafeRawBufferPointer,
    to fields: inout [(name: String, value: String)]
  ) {
    guard let first = line.first else { return }
    if isSpace(raw[first]) {
      if let last = fields.indices.last {
        fields[last].value += " " + text(raw, trim(raw, line, keepsLeft: false))
      }
      return
    }
    guard let colon = raw[line].firstIndex(of: UInt8(ascii: ":")), colon > line.lowerBound
    else { return }
    let name = text(raw, line.lowerBound..<colon)
    fields.append((name, text(raw, trim(raw, (colon + 1)..<line.upperBound, keepsLeft: false))))
  }

  private static func trim(
    _ raw: UnsafeRawBufferPointer, _ range: Range<Int>, keepsLeft: Bool
  ) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while high > low, isSpace(raw[high - 1]) { high -= 1 }
    if !keepsLeft { while low < high, isSpace(raw[low]) { low += 1 } }
    return low..<high
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private static func text(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: raw[range]), as: UTF8.self)
  }
}
