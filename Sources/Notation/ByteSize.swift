/// Sizes as people write them: `64MB` (millions), `64MiB` (2^20), `2k`, `500`.
public enum ByteSize {
  private static let units: [(name: String, bytes: Double)] = [
    ("kib", 1_024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("tib", 1_099_511_627_776),
    ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12), ("k", 1e3), ("m", 1e6), ("g", 1e9),
    ("t", 1e12), ("b", 1),
  ]

  /// Reads a size; a bare number counts bytes, white space before the unit is allowed:
  /// `ByteSize.parse("64 MiB")` is 67108864.
  /// - Returns: bytes, 0 to 2^53; nil for anything else.
  public static func parse(_ text: String) -> Int? {
    let lower = text.lowercased()
    let number = lower.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = lower.dropFirst(number.count).drop { $0 == " " }
    guard let value = DecimalText.parse(number) else { return nil }
    guard let factor = unit.isEmpty ? 1 : units.first(where: { $0.name == unit })?.bytes else {
      return nil
    }
    let bytes = (value * factor).rounded()
    return bytes <= 9_007_199_254_740_992 ? Int(bytes) : nil
  }

  /// Writes bytes in the largest decimal unit that needs no fraction: `500000000` → `500MB`.
  public static func format(_ bytes: Int) -> String {
    for (name, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000)]
    where bytes >= size && bytes % size == 0 {
      return "\(bytes / size)\(name)"
    }
    return "\(bytes)B"
  }
}
