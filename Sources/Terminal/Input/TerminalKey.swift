/// Decodes the keys that a terminal sends (ECMA-48 control sequences, xterm's assignments).
package enum TerminalKey {
  private static let escape: UInt8 = 0x1B
  private static let finals: [UInt8: String] = [
    UInt8(ascii: "A"): "up", UInt8(ascii: "B"): "down", UInt8(ascii: "C"): "right",
    UInt8(ascii: "D"): "left", UInt8(ascii: "H"): "home", UInt8(ascii: "F"): "end",
  ]
  private static let numbers = [
    "1": "home", "3": "delete", "4": "end", "5": "page_up", "6": "page_down", "7": "home",
    "8": "end",
  ]

  /// The name of the first key and its length in bytes; nil without input.
  package static func first(_ bytes: ArraySlice<UInt8>) -> (name: String, count: Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case escape: return sequence(bytes)
    case 0x0A, 0x0D: return ("enter", 1)
    case 0x09: return ("tab", 1)
    case 0x20: return ("space", 1)
    case 0x7F, 0x08: return ("backspace", 1)
    case 0x01..<0x20: return ("ctrl-" + String(UnicodeScalar(byte + 0x60)), 1)
    default: return character(bytes)
    }
  }

  /// A terminal sends a sequence in one piece, so an escape with nothing after it is the key
  /// itself.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (String, Int) {
    let start = bytes.startIndex
    guard bytes.count >= 3,
      bytes[start + 1] == UInt8(ascii: "[") || bytes[start + 1] == UInt8(ascii: "O"),
      let end = bytes[(start + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
    else { return ("escape", 1) }
    let parameters = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
    let name =
      bytes[end] == UInt8(ascii: "~")
      ? numbers[String(parameters.prefix { $0 != ";" })] : finals[bytes[end]]
    return (name ?? "other", end + 1 - start)
  }

  private static func character(_ bytes: ArraySlice<UInt8>) -> (String, Int) {
    let length: Int
    switch bytes[bytes.startIndex] {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: length = 1
    }
    let taken = bytes.prefix(length)
    return (String(decoding: taken, as: UTF8.self), taken.count)
  }
}
