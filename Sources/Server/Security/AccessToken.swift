internal import Crypto
internal import MixCore

/// The secret that changing calls need, kept in a file that only its owner may read.
struct AccessToken: Sendable {
  /// The secret: 43 characters, 256 bits.
  let text: String
  /// Whether it was made now, and nobody knows it yet.
  let isNew: Bool
  /// Where it is kept.
  let path: String
  private let digest: SHA256.Digest

  /// Reads the token, or makes one.
  /// - Throws: `FileError`.
  init(path: String) throws {
    self.path = path
    let kept = try PrivateFile.read(path).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
    }
    // A shorter text is not a token: somebody emptied the file to have a new one.
    if let kept, kept.utf8.count >= 32 {
      (text, isNew) = (kept, false)
    } else {
      (text, isNew) = (Self.random(), true)
      try PrivateFile.write(Array((text + "\n").utf8), to: path)
    }
    digest = Self.digest(text)
  }

  /// Compares without telling by its time how much was right.
  func matches(_ given: String) -> Bool { Self.digest(given) == digest }

  /// 256 random bits in 43 letters that need no quoting anywhere.
  static func random() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var system = SystemRandomNumberGenerator()
    return String(
      decoding: (0..<43).map { _ in letters[Int.random(in: 0..<64, using: &system)] },
      as: UTF8.self)
  }

  /// The stored form of a secret where the secret itself need not be.
  static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(data: Array(text.utf8)) }
}
