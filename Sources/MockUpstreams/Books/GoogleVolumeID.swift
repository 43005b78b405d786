/// Identifiers of volumes that say which listing they stand for: six letters of a number, then the
/// letters that many of the real ones end in. scripts/services/google_books/mock.lua writes them.
enum GoogleVolumeID {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let ending = "EACAAJ"
  /// Odd, so that it has an inverse modulo 2^36 and near numbers look far apart.
  private static let factor = 0x5_DEEC_E66D
  private static let mask = 1 << 36 - 1

  static func text(_ number: Int) -> String {
    let mixed = number &* factor & mask
    let bytes = (0..<6).map { letters[mixed >> (6 * $0) & 63] }
    return String(decoding: bytes, as: UTF8.self) + ending
  }

  /// The number of a listing; nil for anything that is not an identifier of the mock.
  static func number(_ text: String) -> Int? {
    guard text.utf8.count == 12, text.hasSuffix(ending) else { return nil }
    var mixed = 0
    for (place, byte) in text.utf8.prefix(6).enumerated() {
      guard let value = letters.firstIndex(of: byte) else { return nil }
      mixed |= value << (6 * place)
    }
    return mixed &* inverse & mask
  }

  /// By Newton's iteration, which doubles the right bits at each step.
  private static let inverse: Int = {
    var inverse = factor
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    return inverse & mask
  }()
}
