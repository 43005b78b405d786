/// The encodings of texts in ID3v2 frames, by the number in their first byte (ID3v2.4.0 §4).
enum ID3Text: UInt8 {
  case latin1 = 0
  case utf16 = 1
  case utf16BigEndian = 2
  case utf8 = 3

  /// The bytes of a unit, and of the zero that ends a text.
  private var width: Int { self == .utf16 || self == .utf16BigEndian ? 2 : 1 }

  /// Decodes the text up to a zero or the end. Returns it and what follows the zero.
  func first(_ bytes: ArraySlice<UInt8>) -> (text: String, rest: ArraySlice<UInt8>) {
    var end = bytes.startIndex
    while end + width <= bytes.endIndex, bytes[end..<end + width].contains(where: { $0 != 0 }) {
      end += width
    }
    return (decode(bytes[..<end]), bytes[min(end + width, bytes.endIndex)...])
  }

  private func decode(_ bytes: ArraySlice<UInt8>) -> String {
    switch self {
    case .latin1:
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .utf16, .utf16BigEndian:
      let isMarked = self == .utf16 && bytes.count >= 2
      let isBig = self == .utf16BigEndian || isMarked && bytes.starts(with: [0xFE, 0xFF])
      let hasMark =
        isMarked && (bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]))
      let own = bytes.dropFirst(hasMark ? 2 : 0)
      let units = stride(from: own.startIndex, to: own.endIndex - 1, by: 2).map { place in
        let pair = own[place..<place + 2]
        return UInt16(truncatingIfNeeded: isBig ? pair.bigEndian : pair.littleEndian)
      }
      return String(decoding: units, as: UTF16.self)
    }
  }

  /// Encodes texts with zeros between them.
  func encode(_ texts: [String]) -> [UInt8] {
    Array(texts.map(encode).joined(separator: [UInt8](repeating: 0, count: width)))
  }

  /// Encodes a text with the zero that ends it.
  func ended(_ text: String) -> [UInt8] { encode(text) + [UInt8](repeating: 0, count: width) }

  private func encode(_ text: String) -> [UInt8] {
    switch self {
    case .latin1: ID3Text.latin1(text)
    case .utf8: Array(text.utf8)
    case .utf16: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  }

  /// A text in Latin-1, with a question mark for each other letter.
  static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
  }

  /// The encoding for new texts in a tag: UTF-8 in 2.4. Older versions keep the encoding of the
  /// frame that is replaced, where it has all letters; else they take Latin-1 for ASCII, which is
  /// the same in every code page that players mistake it for, and UTF-16.
  static func choose(_ texts: [String], version: Int, old: ID3Text?) -> ID3Text {
    if version == 4 { return .utf8 }
    let isASCII = texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    return isASCII && old != .utf16 ? .latin1 : .utf16
  }
}
