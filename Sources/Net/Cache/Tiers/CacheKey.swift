internal import Crypto

/// The SHA-256 of what identifies a stored thing: 64 bits find it, all 256 are compared.
package struct CacheKey: Hashable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Hashes a text; texts that differ have different keys.
  package init(_ text: String) {
    var text = text
    let digest = text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
    words = digest.withUnsafeBytes { Self.load($0) }
  }

  /// Reads 32 stored bytes; nil for any other count.
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    words = Self.load(bytes)
  }

  static let byteCount = 32

  /// The row's number in a table: the first 64 bits.
  package var rowID: Int64 { Int64(bitPattern: words.0) }

  /// The 32 bytes.
  package func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
    try withUnsafeBytes(of: words, body)
  }

  package static func == (left: CacheKey, right: CacheKey) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  private static func load(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
    (
      bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    )
  }
}
