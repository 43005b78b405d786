import Hummingbird
import NIOCore

/// A small gzip body that holds many spaces (RFC 1951 and RFC 1952): one literal, then copies of 258
/// bytes at 13 bits each, about 1 to 160. Made as it is sent; its checksum and sizes are right.
struct GzipBomb: Sendable {
  /// Eight copies fill whole bytes, so that their bits repeat.
  private static let copyLength = 258
  private static let unitLength = copyLength * 8
  private static let unitBytes = 13

  private let start: [UInt8]
  private let unit: [UInt8]
  private let units: Int
  private let end: [UInt8]

  /// A bomb of a size when unpacked, 1 byte or more.
  init(decodedBytes: Int) {
    var bits = DeflateBits()
    bits.begin()
    bits.literalSpace()
    let wholeUnits = (decodedBytes - 1) / Self.unitLength
    // The first two are written; the second shows the bytes of all the others.
    for _ in 0..<min(2, wholeUnits) * 8 { bits.copySpaces() }
    start = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + bits.bytes
    unit = wholeUnits > 2 ? Array(bits.bytes.suffix(Self.unitBytes)) : []
    units = max(0, wholeUnits - 2)
    bits.bytes = []
    for _ in 0..<(decodedBytes - 1) % Self.unitLength { bits.literalSpace() }
    bits.finish()
    end =
      bits.bytes + Self.littleEndian(Checksum.ofSpaces(decodedBytes))
      + Self.littleEndian(UInt32(truncatingIfNeeded: decodedBytes))
  }

  /// The body, with the encoded size as its length.
  var body: ResponseBody {
    ResponseBody(contentLength: start.count + units * unit.count + end.count) { writer in
      try await writer.write(ByteBuffer(bytes: start))
      let perPiece = 5000
      let piece = ByteBuffer(bytes: Array(repeatElement(unit, count: perPiece).joined()))
      for sent in stride(from: 0, to: units, by: perPiece) {
        let length = min(perPiece, units - sent) * unit.count
        try await writer.write(piece.getSlice(at: 0, length: length) ?? piece)
      }
      try await writer.write(ByteBuffer(bytes: end))
      try await writer.finish(nil)
    }
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// Writes one block with the fixed codes of RFC 1951, section 3.2.6.
private struct DeflateBits {
  var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var count: UInt32 = 0

  /// The head of the last block, with fixed codes.
  mutating func begin() { append(0b011, 3) }

  mutating func literalSpace() { append(Self.reversed(0x30 + 0x20, 8), 8) }

  /// 258 bytes from one byte back.
  mutating func copySpaces() { append(Self.reversed(0b1100_0101, 8), 8 + 5) }

  /// The end of the block, filled up to a byte.
  mutating func finish() {
    append(0, 7)
    if count > 0 { append(0, 8 - count) }
  }

  private mutating func append(_ bits: UInt32, _ length: UInt32) {
    pending |= bits << count
    count += length
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Codes are sent from their highest bit on.
  private static func reversed(_ code: UInt32, _ length: Int) -> UInt32 {
    (0..<length).reduce(0) { $0 | ((code >> ($1 & 31)) & 1) << (length - 1 - $1) }
  }
}

/// The CRC-32 of RFC 1952, section 8, of many equal bytes: one byte changes the register by an
/// affine map over GF(2), and the map of *n* bytes is its *n*-th power.
private struct Checksum {
  /// The contribution of each bit of the register.
  private var columns: [UInt32]
  private var constant: UInt32

  static func ofSpaces(_ count: Int) -> UInt32 {
    let zero = step(0)
    var power = Checksum(columns: (0..<32).map { step(1 << $0) ^ zero }, constant: zero)
    var register: UInt32 = 0xFFFF_FFFF
    var rest = count
    while rest > 0 {
      if rest & 1 == 1 { register = power.applied(to: register) }
      power = power.squared
      rest >>= 1
    }
    return ~register
  }

  private func linear(_ value: UInt32) -> UInt32 {
    (0..<32).reduce(0) { (value >> UInt32($1)) & 1 == 1 ? $0 ^ columns[$1] : $0 }
  }

  private func applied(to value: UInt32) -> UInt32 { linear(value) ^ constant }

  private var squared: Checksum {
    Checksum(columns: columns.map(linear), constant: applied(to: constant))
  }

  /// The register after one space.
  private static func step(_ register: UInt32) -> UInt32 {
    (0..<8).reduce(register ^ UInt32(UInt8(ascii: " "))) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}
