/// Numbers in the bytes of tags. Of more than eight bytes, the last eight count.
extension Collection<UInt8> {
  /// The number with its highest byte first.
  var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }

  /// The number with its lowest byte first.
  var littleEndian: Int { Array(self).reversed().bigEndian }

  /// The number of seven bits in each byte, as ID3v2 writes sizes.
  var syncSafe: Int { reduce(0) { $0 << 7 | Int($1 & 0x7F) } }
}

extension [UInt8] {
  /// A number in `count` bytes, the highest first.
  static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// A number in four bytes, the lowest first.
  static func littleEndian(_ number: Int) -> [UInt8] { bigEndian(number, 4).reversed() }

  /// A number in four bytes of seven bits.
  static func syncSafe(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0) & 0x7F }
  }
}
