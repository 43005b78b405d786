/// A word of a cell: a run of letters, or a number without leading zeros.
struct CellWord: Sendable, Hashable {
  let bytes: [UInt8]
  let isNumber: Bool

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Splits cells into words.
enum CellWords {
  /// The most words of a cell that are compared.
  static let most = 64

  /// The words of a cell, folded, in order. Digits and letters are different words; an apostrophe
  /// joins, and so does one with an `s` behind a blank: `chin 's` is `chins`. HTML entities are
  /// blanks.
  static func split(_ text: String) -> [CellWord] {
    var words: [CellWord] = []
    var word: [UInt8] = []
    func end() {
      guard let first = word.first, words.count < most else { return word.removeAll() }
      if isDigit(first), let start = word.firstIndex(where: { $0 != 0x30 }) {
        word.removeFirst(start)
      }
      words.append(CellWord(bytes: word, isNumber: isDigit(first)))
      word.removeAll(keepingCapacity: true)
    }
    for byte in TextFold.normalize(joined(TextFold.fold(withoutEntities(text)))).utf8 {
      if byte == 0x20 {
        end()
      } else {
        if let last = word.last, isDigit(last) != isDigit(byte) { end() }
        word.append(byte)
      }
    }
    end()
    return words
  }

  /// A folded text without the apostrophes within words.
  private static func joined(_ text: String) -> String {
    let apostrophe = UInt8(ascii: "'")
    guard text.utf8.contains(apostrophe) else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      guard byte == apostrophe else {
        output.append(byte)
        continue
      }
      let next = place + 1 < bytes.count && isAlphanumeric(bytes[place + 1])
      if next, isGenitive(bytes, place) {
        while let last = output.last, last == 0x20 || last == UInt8(ascii: "\\") {
          output.removeLast()
        }
      } else if !next || !(output.last.map(isAlphanumeric) ?? false) {
        output.append(0x20)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether the apostrophe at a place stands before an `s` alone.
  private static func isGenitive(_ bytes: [UInt8], _ place: Int) -> Bool {
    bytes[place + 1] == UInt8(ascii: "s")
      && (place + 2 == bytes.count || !isAlphanumeric(bytes[place + 2]))
  }

  private static func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing(/&(#\d{1,6}|[A-Za-z][A-Za-z0-9]{1,30});/, with: " ")
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isASCIIAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26
  }

  /// Whether a byte of folded text belongs to a word; all scripts but ASCII's signs do.
  @inline(__always)
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isASCIIAlphanumeric(byte) || byte >= 0x80
  }
}
