/// Writes PNG files (ISO/IEC 15948) of at most 256 colours.
enum PNGFile {
  /// The file of a picture.
  /// - Parameters:
  ///   - points: the places of their colours, row by row.
  ///   - colors: red, green and blue, 1 to 256 of them.
  static func bytes(
    width: Int, height: Int, points: [UInt8], colors: [(UInt8, UInt8, UInt8)]
  ) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    chunk("IHDR", big(width) + big(height) + [8, 3, 0, 0, 0], &file)
    chunk("PLTE", colors.flatMap { [$0.0, $0.1, $0.2] }, &file)
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    for row in 0..<height {
      rows.append(0)
      rows += points[row * width..<(row + 1) * width]
    }
    chunk("IDAT", packed(rows), &file)
    chunk("IEND", [], &file)
    return file
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8], _ file: inout [UInt8]) {
    let body = Array(name.utf8) + content
    file += big(content.count) + body + big(Int(CRC32.of(body)))
  }

  /// Packs bytes as zlib does (RFC 1950): runs of one byte as copies.
  private static func packed(_ text: [UInt8]) -> [UInt8] {
    var bits = DeflateBits()
    var place = 0
    while place < text.count {
      let byte = text[place]
      bits.literal(byte)
      place += 1
      var run = 0
      while place + run < text.count, text[place + run] == byte { run += 1 }
      place += run
      while run >= 3 {
        let length = run >= 258 ? 258 : min(10, run)
        bits.copy(length)
        run -= length
      }
      for _ in 0..<run { bits.literal(byte) }
    }
    bits.finish()
    return [0x78, 0x01] + bits.bytes + big(adler(text))
  }

  /// Adler-32 (RFC 1950, section 8.2).
  private static func adler(_ text: [UInt8]) -> Int {
    let sums = text.reduce((low: 1, high: 0)) { sums, byte in
      let low = (sums.low + Int(byte)) % 65_521
      return (low, (sums.high + low) % 65_521)
    }
    return sums.high << 16 | sums.low
  }
}
