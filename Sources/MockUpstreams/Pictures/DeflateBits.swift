/// Writes one block with the fixed codes of RFC 1951, section 3.2.6: literals, and repetitions of the
/// last byte.
struct DeflateBits {
  var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  /// Begins the last block.
  init() { append(0b011, 3) }

  mutating func literal(_ byte: UInt8) {
    if byte < 144 { code(0x30 + Int(byte), 8) } else { code(0x190 + Int(byte) - 144, 9) }
  }

  /// Repeats the last byte 3 to 10, or 258, times.
  mutating func copy(_ length: Int) {
    if length == 258 { code(0xC5, 8) } else { code(length - 2, 7) }
    // Distance 1.
    append(0, 5)
  }

  /// The end of the block, filled up to a byte.
  mutating func finish() {
    append(0, 7)
    if count > 0 { append(0, 8 - count) }
  }

  /// Bits, the lowest first.
  private mutating func append(_ bits: UInt64, _ length: Int) {
    pending |= bits << UInt64(count)
    count += length
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// A Huffman code, the highest bit first.
  private mutating func code(_ value: Int, _ length: Int) {
    append(UInt64(Self.turned[value] >> (16 - length)), length)
  }

  /// Numbers of sixteen bits, the lowest bit first.
  private static let turned: [UInt16] = (0..<512).map { number in
    var turned: UInt16 = 0
    for bit in 0..<16 where number >> bit & 1 == 1 { turned |= 1 << UInt16(15 - bit) }
    return turned
  }
}

/// The checksum of gzip and PNG (RFC 1952, section 8).
enum CRC32 {
  static func of(_ bytes: [UInt8]) -> UInt32 { ~bytes.reduce(~0, step) }

  /// The register after one byte.
  static func step(_ register: UInt32, _ byte: UInt8) -> UInt32 {
    table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
