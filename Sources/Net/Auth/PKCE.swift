internal import Crypto
internal import Notation

/// Proof Key for Code Exchange (RFC 7636): whoever exchanges the code must know the verifier of which
/// only a digest went through the browser.
///
/// ```swift
/// let pkce = PKCE()
/// // pkce.challenge goes with the authorization request, pkce.verifier with the exchange
/// ```
public struct PKCE: Sendable, Equatable {
  /// The one method that is left (RFC 9700, section 2.1.1).
  public static let method = "S256"

  /// 43 to 128 of `A-Z a-z 0-9 - . _ ~` (section 4.1). Secret.
  public let verifier: String

  /// A new verifier: 32 bytes of the system's generator, 43 characters.
  public init() { verifier = RandomText.make(bytes: 32) }

  /// Takes a verifier; nil when it has not the form of section 4.1.
  public init?(verifier: String) {
    guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(Self.isUnreserved)
    else { return nil }
    self.verifier = verifier
  }

  /// The Base64URL text of the verifier's SHA-256 digest (section 4.2).
  public var challenge: String {
    let digest = SHA256.hash(data: Array(verifier.utf8))
    return String(decoding: Base64URL.encode(Array(digest)), as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-._~".utf8.contains(byte)
  }
}

/// Texts and bytes that nobody can guess.
public enum RandomText {
  /// Base64URL of bytes of the system's generator.
  static func make(bytes count: Int) -> String {
    String(decoding: Base64URL.encode(bytes(count)), as: UTF8.self)
  }

  /// Bytes of the system's generator, fit for keys.
  public static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    // Eight bytes a call: each one is a system call.
    while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
    return Array(bytes.prefix(count))
  }
}

/// Compares secrets.
enum ConstantTime {
  /// Whether two texts are equal, in a time that does not tell where they differ.
  static func equal(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (one, other) in zip(left, right) { difference |= one ^ other }
    return difference == 0
  }
}
