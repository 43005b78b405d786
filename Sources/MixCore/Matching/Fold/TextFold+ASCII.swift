/// The short way: texts of ASCII alone.
extension TextFold {
  /// Folds text that is all ASCII; nil when it is not.
  static func foldASCII(_ text: String, _ pace: Pace) rethrows -> String? {
    var text = text
    return try text.withUTF8 { bytes -> String? in
      guard UTF8Scalars.isASCII(bytes) else { return nil }
      guard try ampersands(bytes, pace) == 0 else {
        return try string(from: folded(bytes.lazy.map(UInt32.init), pace), pace)
      }
      return try String(unsafeUninitializedCapacity: bytes.count) { output in
        guard let base = output.baseAddress else { return 0 }
        return try writeLowercased(bytes, base, pace)
      }
    }
  }

  /// Normalizes text that is all ASCII; nil when it is not.
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
    var count = 0
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      for place in part where bytes[place] == UInt8(ascii: "&") { count &+= 1 }
    }
    return count
  }

  /// How long normalized ASCII may be: `a&b` becomes `a and b`.
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

  /// Writes normalized ASCII and returns its length.
  static func writeNormalized(
    _ bytes: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ pace: Pace
  ) rethrows -> Int {
    var count = 0
    var pendingSpace = false
    func write(_ byte: UInt8) {
      if pendingSpace, count > 0 {
        output[count] = space8
        count += 1
      }
      pendingSpace = false
      output[count] = byte
      count += 1
    }
    for part in TextWork.parts(bytes.count) {
      try pace(part.count)
      for place in part {
        let byte = bytes[place]
        if byte == UInt8(ascii: "&") {
          pendingSpace = true
          for letter in "and".utf8 { write(letter) }
          pendingSpace = true
        } else if isWordByte(byte) {
          write(lowercased(byte))
        } else {
          pendingSpace = true
        }
      }
    }
    return count
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
