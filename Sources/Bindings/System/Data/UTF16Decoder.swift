/// Turns UTF-16 (RFC 2781), as it arrives, into UTF-8.
struct UTF16Decoder: Sendable {
  private let isBigEndian: Bool
  private var oddByte: UInt8?
  private var highSurrogate: UInt16?

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  /// The UTF-8 of the next bytes; lone surrogates become U+FFFD.
  mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for byte in bytes {
      guard let first = oddByte else {
        oddByte = byte
        continue
      }
      oddByte = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      take(UInt16(high) << 8 | UInt16(low), &out)
    }
    return out
  }

  private mutating func take(_ unit: UInt16, _ out: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x1_0000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
        return append(Unicode.Scalar(value), &out)
      }
      append(nil, &out)
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit), &out)
    }
  }

  private func append(_ scalar: Unicode.Scalar?, _ out: inout [UInt8]) {
    out.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }
}
