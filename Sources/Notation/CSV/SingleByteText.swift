/// Decodes encodings in which each byte is one character.
package enum SingleByteText {
  /// ISO-8859-1.
  package static func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }

  /// Windows-1252 by the WHATWG's Encoding Standard: its five unassigned bytes become control
  /// characters.
  static func windows1252(_ bytes: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        bytes.lazy.map { byte in
          guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
          return upper[Int(byte) - 0x80]
        }))
  }

  /// The scalars of bytes 0x80 to 0x9F.
  private static let upper = Array(
    "\u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}"
      + "\u{152}\u{8D}\u{17D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}"
      + "\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}"
  ).flatMap(\.unicodeScalars)
}
