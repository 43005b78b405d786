import Hummingbird
import NIOCore

/// A small gzip body that holds many spaces (RFC 1951 and RFC 1952): one literal, then copies of 258
/// bytes at 13 bits each, about 1 to 160. Made as it is sent; its checksum and sizes are right.
struct GzipBomb: Sendable {
  /// Eight copies fill whole bytes, so that their bits repeat.
  private static let unitLength = 258 * 8
  private static let unitBytes = 13
  private static let space = UInt8(ascii: " ")

  private let start: [UInt8]
  private let unit: [UInt8]
  private let units: Int
  private let end: [UInt8]

  /// A bomb of a size when unpacked, 1 byte or more.
  init(decodedBytes: Int) {
    var bits = DeflateBits()
    bits.literal(Self.space)
    let wholeUnits = (decodedBytes - 1) / Self.unitLength
    // The first two are written; the second shows the bytes of all the others.
    for _ in 0..<min(2, wholeUnits) * 8 { bits.copy(258) }
    start = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + bits.bytes
    unit = wholeUnits > 2 ? Array(bits.bytes.suffix(Self.unitBytes)) : []
    units = max(0, wholeUnits - 2)
    bits.bytes = []
    for _ in 0..<(decodedBytes - 1) % Self.unitLength { bits.literal(Self.space) }
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

  /// The CRC-32 of many equal bytes: one byte changes the register by an affine map over GF(2), and the
  /// map of *n* bytes is its *n*-th power.
  private struct Checksum {
    /// The contribution of each bit of the register.
    var columns: [UInt32]
    var constant: UInt32

    static func ofSpaces(_ count: Int) -> UInt32 {
      let zero = CRC32.step(0, space)
      var power = Checksum(
        columns: (0..<32).map { CRC32.step(1 << $0, space) ^ zero }, constant: zero)
      var register: UInt32 = 0xFFFF_FFFF
      var rest = count
      while rest > 0 {
        if rest & 1 == 1 { register = power.applied(to: register) }
        power = Checksum(
          columns: power.columns.map(power.linear), constant: power.applied(to: power.constant))
        rest >>= 1
      }
      return ~register
    }

    private func linear(_ value: UInt32) -> UInt32 {
      (0..<32).reduce(0) { (value >> UInt32($1)) & 1 == 1 ? $0 ^ columns[$1] : $0 }
    }

    private func applied(to value: UInt32) -> UInt32 { linear(value) ^ constant }
  }
}
