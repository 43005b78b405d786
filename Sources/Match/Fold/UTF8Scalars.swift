/// Decodes UTF-8 into scalars.
///
/// Bytes that are not UTF-8 (stray bytes, overlong forms, surrogates) become U+FFFD, one for each longest
/// start of a well-formed sequence (Unicode, section 3.9, "Substitution of Maximal Subparts"), which
/// is what `String(decoding:as:)` does.
package enum UTF8Scalars {
  /// Whether all bytes are ASCII.
  @inline(__always)
  package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    let raw = UnsafeRawPointer(start)
    let count = bytes.count
    @inline(__always)
    func eight(_ place: Int) -> UInt64 { raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
    var seen: UInt64 = 0
    switch count {
    case 8...32:
      // The length of most titles: overlapping loads avoid branches that mispredict.
      let last = count &- 8
      seen = eight(0) | eight(min(8, last)) | eight(min(16, last)) | eight(last)
    case 33...:
      var place = 0
      while place < count &- 8 {
        seen |= eight(place)
        place &+= 8
      }
      seen |= eight(count &- 8)
    default:
      for place in 0..<count { seen |= UInt64(start[place]) }
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// Writes the scalars of `bytes`, at most one a byte, and returns their number.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var place = 0
    return decode(bytes, from: &place, to: bytes.count, into: output)
  }

  /// ``decode(_:into:)`` for the scalars that start from `place` up to but not including `end`;
  /// `place` advances past them.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, from place: inout Int, to end: Int,
    into output: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var count = 0
    while place < end {
      let lead = bytes[place]
      place &+= 1
      if lead < 0x80 {
        output[count] = UInt32(lead)
      } else {
        output[count] = sequence(lead, bytes, &place)
      }
      count &+= 1
    }
    return count
  }

  /// Bytes that scalars take as UTF-8.
  static func byteCount(_ scalars: ArraySlice<UInt32>) -> Int {
    var count = scalars.count
    for scalar in scalars {
      count &+= (scalar < 0x80 ? 0 : 1) &+ (scalar < 0x800 ? 0 : 1) &+ (scalar < 0x10000 ? 0 : 1)
    }
    return count
  }

  /// Iterates over the scalars of UTF-8 bytes.
  struct Walk: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    @inline(__always)
    mutating func next() -> UInt32? {
      guard place < bytes.count else { return nil }
      let lead = bytes[place]
      place &+= 1
      return lead < 0x80 ? UInt32(lead) : UTF8Scalars.sequence(lead, bytes, &place)
    }
  }

  /// Decodes the sequence of a lead byte that was read; `place` advances past the sequence.
  private static func sequence(
    _ lead: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int
  ) -> UInt32 {
    let replacement: UInt32 = 0xFFFD
    let length: Int
    var (lowest, highest): (UInt8, UInt8) = (0x80, 0xBF)
    switch lead {
    case 0xC2...0xDF: length = 1
    case 0xE0...0xEF:
      length = 2
      if lead == 0xE0 { lowest = 0xA0 }
      if lead == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      length = 3
      if lead == 0xF0 { lowest = 0x90 }
      if lead == 0xF4 { highest = 0x8F }
    default: return replacement
    }
    var scalar = UInt32(lead) & (0x3F >> UInt32(length))
    for _ in 0..<length {
      guard place < bytes.count, bytes[place] >= lowest, bytes[place] <= highest else {
        return replacement
      }
      scalar = scalar << 6 | UInt32(bytes[place] & 0x3F)
      place &+= 1
      (lowest, highest) = (0x80, 0xBF)
    }
    return scalar
  }
}
