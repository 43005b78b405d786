/// Blocking keys as numbers: hashes of texts that are the same in every run.
public enum LinkKeys {
  /// The keys of a text with one key on each line; empty lines are skipped.
  public static func hashed(_ lines: String) -> [Int64] {
    var keys: [Int64] = []
    var hash = seed
    var isEmpty = true
    for byte in lines.utf8 {
      if byte == UInt8(ascii: "\n") {
        if !isEmpty { keys.append(finished(hash)) }
        (hash, isEmpty) = (seed, true)
      } else {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        isEmpty = false
      }
    }
    if !isEmpty { keys.append(finished(hash)) }
    return keys
  }

  /// FNV-1a's offset.
  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Mixes the high bits, which FNV leaves equal for short texts.
  private static func finished(_ hash: UInt64) -> Int64 {
    var value = hash ^ (hash >> 32)
    value = value &* 0x9E37_79B9_7F4A_7C15
    return Int64(bitPattern: value ^ (value >> 29))
  }

  static func read(_ bytes: [UInt8]) -> [Int64] {
    bytes.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count - raw.count % 8, by: 8).map {
        raw.loadUnaligned(fromByteOffset: $0, as: Int64.self)
      }
    }
  }
}
