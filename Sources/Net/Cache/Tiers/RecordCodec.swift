/// Writes the metadata of a stored thing: numbers as little-endian words, texts with their length.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: UInt8) { bytes.append(value) }

  mutating func write(_ value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ key: CacheKey) { key.withBytes { bytes.append(contentsOf: $0) } }
}

/// Reads what ``RecordWriter`` wrote; every read is nil past the end, for a file may be damaged.
struct RecordReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8? { take(1) { $0[0] } }

  mutating func word() -> UInt32? {
    take(4) { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
  }

  mutating func double() -> Double? {
    take(8) { Double(bitPattern: UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self))) }
  }

  mutating func text() -> String? {
    guard let count = word() else { return nil }
    return take(Int(count)) { String(decoding: $0, as: UTF8.self) }
  }

  mutating func key() -> CacheKey? {
    take(CacheKey.byteCount) { CacheKey(bytes: $0) } ?? nil
  }

  private mutating func take<T>(_ count: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T? {
    guard count <= bytes.count - offset else { return nil }
    let range = offset..<offset + count
    offset += count
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
