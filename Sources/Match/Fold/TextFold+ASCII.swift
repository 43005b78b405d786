internal import Glibc

/// The fast path for texts of ASCII alone.
extension TextFold {
  /// Folds a text that is all ASCII; nil for other texts.
  static func foldASCII(_ text: String, _ pace: Pace) rethrows -> String? {
    var text = text
    return try text.withUTF8 { bytes -> String? in
      guard UTF8Scalars.isASCII(bytes) else { return nil }
      guard try ampersands(bytes, pace) == 0 else {
        return try string(from: folded(bytes.lazy.map(UInt32.init), room: bytes.count, pace), pace)
      }
      return try String(unsafeUninitializedCapacity: bytes.count) { output in
        guard let base = output.baseAddress else { return 0 }
        return try writeLowercased(bytes, base, pace)
      }
    }
  }

  /// Normalizes a text that is all ASCII; nil for other texts.
  static func normalizeASCII(_ text: String, _ pace: Pace) rethrows -> String? {
    var text = text
    return try text.withUTF8 { bytes -> String? in
      guard UTF8Scalars.isASCII(bytes) else { return nil }
      let room = try roomForNormalized(bytes, pace)
      return try String(unsafeUninitializedCapacity: room) { output in
        guard let base = output.baseAddress else { return 0 }
        return try writeNormalized(bytes, base, pace)
      }
    }
  }

  static func ampersands(
    _ bytes: UnsafeBufferPointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    var count = 0
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      // Most texts have no ampersand.
      guard memchr(start + part.lowerBound, ampersand, part.count) != nil else { continue }
      for place in part where bytes[place] == UInt8(ascii: "&") { count &+= 1 }
    }
    return count
  }

  private static let ampersand = Int32(UInt8(ascii: "&"))

  /// Most bytes of the normalized text: `a&b` becomes `a and b`.
  static func roomForNormalized(
    _ bytes: UnsafeBufferPointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    bytes.count + 4 * (try ampersands(bytes, pace))
  }

  static func writeLowercased(
    _ bytes: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      for place in part { output[place] = lowercased(bytes[place]) }
    }
    return bytes.count
  }

  /// Writes the normalized text and returns its length.
  static func writeNormalized(
    _ bytes: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    let forms = wordForms
    var count = 0
    // 1: a space is due before the next word.
    var pending = 0
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      var place = part.lowerBound
      while place < part.upperBound {
        let byte = bytes[place]
        place &+= 1
        let letter = forms[Int(byte)]
        if letter != 0 {
          output[count] = space8
          count &+= pending
          output[count] = letter
          count &+= 1
          pending = 0
        } else if byte == UInt8(ascii: "&") {
          count &+= writeAnd(output + count, isFirst: count == 0)
          pending = 1
        } else if count > 0 {
          pending = 1
        }
      }
    }
    return count
  }

  private static func writeAnd(_ output: UnsafeMutablePointer<UInt8>, isFirst: Bool) -> Int {
    var count = 0
    if !isFirst {
      output[0] = space8
      count = 1
    }
    for letter in "and".utf8 {
      output[count] = letter
      count += 1
    }
    return count
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  static func isWordByte(_ byte: UInt8) -> Bool { wordForms[Int(byte)] != 0 }

  /// For each byte its letter in lower case or its digit; 0 for bytes that separate words.
  private static let wordForms: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      lowercased(byte)
    default: 0
    }
  }
}
