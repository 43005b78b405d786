/// The URL-safe alphabet of Base 64 without padding (RFC 4648 section 5).
///
/// ```swift
/// let text = Base64URL.encode(Array("mix".utf8))
/// let bytes = try Base64URL.decode(text)
/// ```
public enum Base64URL {
  /// Why a text is not Base64URL.
  public struct Problem: Error, Equatable {
    /// A description of the fault.
    public let reason: String
    /// Number of bytes before the fault.
    public let offset: Int
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each byte; 255 for those outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  /// Encodes bytes in the standard alphabet with padding (RFC 4648 section 4), as HTTP Basic uses
  /// it.
  public static func standard(_ bytes: [UInt8]) -> String {
    let text = encode(bytes).map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
      + String(repeating: "=", count: (4 - text.count % 4) % 4)
  }

  /// Encodes bytes.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        output.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { output.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return output
  }

  /// Decodes a text. Padding is optional but must be right when present. Each text has one meaning
  /// and each meaning one text: bits left over must be zero (section 3.5).
  /// - Throws: ``Problem``.
  public static func decode(_ text: [UInt8]) throws(Problem) -> [UInt8] {
    let digits = text.prefix { $0 != UInt8(ascii: "=") }
    let padding = text.count - digits.count
    if padding > 0,
      !text[digits.count...].allSatisfy({ $0 == UInt8(ascii: "=") })
        || padding > 2 || text.count % 4 != 0
    {
      throw Problem(reason: "wrong padding", offset: digits.count)
    }
    if digits.count % 4 == 1 { throw Problem(reason: "a digit is missing", offset: digits.count) }
    var output: [UInt8] = []
    output.reserveCapacity(digits.count * 3 / 4)
    var (bits, count) = (UInt32(0), 0)
    for (offset, byte) in digits.enumerated() {
      let value = values[Int(byte)]
      guard value != 255 else {
        throw Problem(reason: "a byte outside A-Z a-z 0-9 - _", offset: offset)
      }
      bits = (bits << 6 | UInt32(value)) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard bits & (1 << UInt32(count) - 1) == 0 else {
      throw Problem(reason: "the last digit has bits left over", offset: digits.count - 1)
    }
    return output
  }
}
