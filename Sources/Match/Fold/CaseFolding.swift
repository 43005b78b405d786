/// Full case folding of scalars. It keeps the last result, because Unicode properties are strings
/// that cost an allocation each.
struct CaseFolding {
  private var lastScalar: Unicode.Scalar = "\0"
  private var lastFolded: [UInt8] = [0]

  /// Appends the folded form of a scalar as UTF-8.
  mutating func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    if scalar.value < 0x80 {
      let byte = UInt8(scalar.value)
      let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      return output.append(isCapital ? byte | 0x20 : byte)
    }
    if scalar != lastScalar {
      lastScalar = scalar
      lastFolded = Self.folded(scalar)
    }
    output += lastFolded
  }

  /// Folds by way of the capital: lower-casing alone would not turn `ß` into `ss` and `ς` into `σ`.
  /// The dotless `ı` stays.
  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    guard scalar != "\u{131}" else { return Array(String(scalar).utf8) }
    var output: [UInt8] = []
    for small in scalar.properties.lowercaseMapping.unicodeScalars {
      for capital in small.properties.uppercaseMapping.unicodeScalars {
        output += capital.properties.lowercaseMapping.utf8
      }
    }
    return output
  }
}
