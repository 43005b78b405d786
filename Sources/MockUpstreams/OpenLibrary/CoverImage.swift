/// Images of covers: real ones, small, and of one shade.
enum CoverImage {
  enum Size: String, Sendable {
    case small = "S"
    case medium = "M"
    case large = "L"

    /// Edges in blocks of eight points.
    var blocks: (across: Int, down: Int) {
      switch self {
      case .small: (5, 8)
      case .medium: (22, 34)
      case .large: (40, 62)
      }
    }
  }

  /// One transparent point (GIF89a), as services send for a cover that they do not have.
  static let blank: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1,
      0,
      1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]

  /// A grey JPEG (ITU-T T.81, baseline). Its Huffman tables have the codes that one shade takes: a
  /// first difference of seven bits, then for every block "no difference" and "no detail".
  static func jpeg(_ size: Size, shade: Int) -> [UInt8] {
    let (across, down) = size.blocks
    let (width, height) = (across * 8, down * 8)
    var bytes: [UInt8] = [0xFF, 0xD8]
    segment(&bytes, 0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    segment(&bytes, 0xDB, [0] + [UInt8](repeating: 8, count: 64))
    segment(
      &bytes, 0xC0,
      [
        8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1,
        0x11, 0,
      ])
    segment(&bytes, 0xC4, [0x00, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 7])
    segment(&bytes, 0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    segment(&bytes, 0xDA, [1, 1, 0x00, 0, 63, 0])
    // "10" and seven bits for the shade (64...127), "0" for the rest of the block; then "0", "0".
    var bits = [1, 0] + (0..<7).map { (64 + shade % 64) >> (6 - $0) & 1 } + [0]
    bits += [Int](repeating: 0, count: 2 * (across * down - 1))
    bits += [Int](repeating: 1, count: (8 - bits.count % 8) % 8)
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
      bytes += byte == 0xFF ? [0xFF, 0] : [byte]
    }
    return bytes + [0xFF, 0xD9]
  }

  private static func segment(_ bytes: inout [UInt8], _ marker: UInt8, _ content: [UInt8]) {
    let length = content.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }
}
