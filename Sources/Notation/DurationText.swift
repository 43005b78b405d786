/// Lengths of time as people write them: `1.5s`, `15m`, `24h`, `1h30m`, `500ms`, `7d`, `2w`.
public enum DurationText {
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Reads a length of time; a bare number counts seconds: `DurationText.parse("1h30m")` is 5400.
  /// - Returns: seconds, 0 or more and finite; nil for anything else.
  public static func parse(_ text: String) -> Double? {
    if let seconds = parseSimple(text) { return seconds }
    var rest = Substring(text.lowercased())
    if let seconds = DecimalText.parse(rest) { return seconds }
    var total = 0.0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count)
      guard let value = DecimalText.parse(number),
        let unit = units.first(where: { rest.hasPrefix($0.name) })
      else { return nil }
      rest = rest.dropFirst(unit.name.count)
      total += value * unit.seconds
    }
    return total.isFinite ? total : nil
  }

  /// Reads the usual form, a whole number and one letter, without the full grammar; nil for
  /// anything else.
  private static func parseSimple(_ text: String) -> Double? {
    var bytes = text.utf8.makeIterator()
    var (value, digits) = (0, 0)
    while let byte = bytes.next() {
      if byte &- 0x30 < 10, digits < 9 {
        value = value * 10 + Int(byte - 0x30)
        digits += 1
        continue
      }
      guard digits > 0, bytes.next() == nil else { return nil }
      switch byte | 0x20 {
      case UInt8(ascii: "w"): return Double(value) * 604_800
      case UInt8(ascii: "d"): return Double(value) * 86_400
      case UInt8(ascii: "h"): return Double(value) * 3_600
      case UInt8(ascii: "m"): return Double(value) * 60
      case UInt8(ascii: "s"): return Double(value)
      default: return nil
      }
    }
    return nil
  }

  /// Writes seconds in the largest unit that needs no fraction: `90` → `90s`, `86400` → `24h`.
  public static func format(_ seconds: Double) -> String {
    for (name, size) in [("h", 3_600.0), ("m", 60.0)] {
      let count = seconds / size
      if count >= 1, count == count.rounded(), count < 1e9 { return "\(Int(count))\(name)" }
    }
    if seconds < 1, seconds > 0 { return "\(trimmed(seconds * 1_000))ms" }
    return "\(trimmed(seconds))s"
  }

  private static func trimmed(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

/// Plain decimal numbers: digits with at most one point, no sign, no exponent.
public enum DecimalText {
  /// Reads a number; nil for anything else.
  public static func parse(_ text: some StringProtocol) -> Double? {
    let bytes = text.utf8
    guard bytes.contains(where: { $0 != UInt8(ascii: ".") }),
      bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }),
      let value = Double(String(text)), value.isFinite
    else { return nil }
    return value
  }
}
