/// Writes PNG files (ISO/IEC 15948) of at most 256 colours.
struct PNGFile {
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
    chunk("IDAT", ZlibText.packed(rows), &file)
    chunk("IEND", [], &file)
    return file
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8], _ file: inout [UInt8]) {
    let body = Array(name.utf8) + content
    file += big(content.count) + body + big(Int(checksum(body)))
  }

  /// CRC-32 (annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}

/// Packs bytes as zlib does (RFC 1950, RFC 1951): fixed codes, and runs of one byte as copies.
private struct ZlibText {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var count = 0

  static func packed(_ text: [UInt8]) -> [UInt8] {
    var writer = ZlibText()
    writer.put(0b011, 3)
    var place = 0
    while place < text.count {
      let byte = text[place]
      writer.literal(byte)
      place += 1
      var run = 0
      while place + run < text.count, text[place + run] == byte { run += 1 }
      while run >= 4 {
        let length = min(run, 258)
        writer.copy(length)
        place += length
        run -= length
      }
    }
    writer.code(0, 7)
    if writer.count > 0 { writer.put(0, 8 - writer.count) }
    return writer.bytes + sum(text)
  }

  /// Adler-32 (RFC 1950, section 8.2).
  private static func sum(_ text: [UInt8]) -> [UInt8] {
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in text {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [high >> 8, high, low >> 8, low].map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Bits, the lowest first.
  private mutating func put(_ value: UInt64, _ length: Int) {
    bits |= value << UInt64(count)
    count += length
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  /// A Huffman code, the highest bit first.
  private mutating func code(_ value: UInt64, _ length: Int) {
    let turned = (0..<length).reduce(UInt64(0)) {
      $0 | (value >> UInt64($1) & 1) << UInt64(length - 1 - $1)
    }
    put(turned, length)
  }

  private mutating func literal(_ byte: UInt8) {
    if byte < 144 { code(0x30 + UInt64(byte), 8) } else { code(0x190 + UInt64(byte) - 144, 9) }
  }

  /// Repeats the last byte, 3 to 258 times.
  private mutating func copy(_ length: Int) {
    let place = Self.lengths.lastIndex { $0.base <= length } ?? 0
    let (base, extra) = Self.lengths[place]
    if place < 23 { code(UInt64(place) + 1, 7) } else { code(0xC0 + UInt64(place) - 23, 8) }
    put(UInt64(length - base), extra)
    // Distance 1.
    code(0, 5)
  }

  /// The codes of lengths from 257 on: the least length, and the bits that add to it.
  private static let lengths: [(base: Int, extra: Int)] = {
    var list: [(base: Int, extra: Int)] = (3...10).map { ($0, 0) }
    var base = 11
    for extra in 1...5 {
      for _ in 0..<4 {
        list.append((base, extra))
        base += 1 << extra
      }
    }
    list.append((258, 0))
    return list
  }()
}
