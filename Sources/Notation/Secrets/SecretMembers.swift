/// Hides the values of JSON members whose names mean a secret in any document (`access_token`,
/// `client_secret`, …), and leaves every other byte as it is.
///
/// Narrower than ``SecretMask``: `key` and `code` are everyday names in answers.
package struct SecretMembers {
  private let bytes: [UInt8]
  private var offset = 0
  private var output: [UInt8] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Hides the secrets of a document; returns anything but a JSON object or array unchanged.
  package static func masked(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.first(where: { !isSpace($0) }), first == 0x7B || first == 0x5B else {
      return bytes
    }
    var members = SecretMembers(bytes)
    return members.run()
  }

  private mutating func run() -> [UInt8] {
    output.reserveCapacity(bytes.count)
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "\"") else {
        copy(1)
        continue
      }
      let name = string()
      skipSpace()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { continue }
      copy(1)
      skipSpace()
      if SecretName.isStrong(name) { hideValue() }
    }
    return output
  }

  /// Copies the string at the current place; returns what is between its quotes.
  private mutating func string() -> ArraySlice<UInt8> {
    let content = offset + 1..<closing(offset + 1)
    copy(min(content.upperBound + 1, bytes.count) - offset)
    return bytes[content]
  }

  /// Hides the value at the current place; of an object or array, everything.
  private mutating func hideValue() {
    var depth = 0
    repeat {
      guard offset < bytes.count else { return }
      switch bytes[offset] {
      case UInt8(ascii: "\""): hideString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        copy(1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth < 0 { return }
        copy(1)
      case UInt8(ascii: "-"), 0x30...0x39: hideNumber()
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        while offset < bytes.count, (0x61...0x7A).contains(bytes[offset]) { copy(1) }
      default: copy(1)
      }
    } while depth > 0
  }

  private mutating func hideString() {
    let end = min(closing(offset + 1) + 1, bytes.count)
    var after = end
    while after < bytes.count, Self.isSpace(bytes[after]) { after += 1 }
    // A name in a hidden object stays.
    if after < bytes.count, bytes[after] == UInt8(ascii: ":") { return copy(end - offset) }
    // An empty string holds no secret.
    if end - offset > 2 {
      output += Array("\"\(SecretMask.stars)\"".utf8)
    } else {
      output += [0x22, 0x22]
    }
    offset = end
  }

  private mutating func hideNumber() {
    while offset < bytes.count, "+-.eE0123456789".utf8.contains(bytes[offset]) { offset += 1 }
    output.append(UInt8(ascii: "0"))
  }

  private func closing(_ start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place, bytes.count)
  }

  private mutating func copy(_ count: Int) {
    output += bytes[offset..<offset + count]
    offset += count
  }

  private mutating func skipSpace() {
    while offset < bytes.count, Self.isSpace(bytes[offset]) { copy(1) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
