internal import Bindings
internal import Crypto
internal import MixCore
internal import Synchronization

/// The secret for scripts and sign-ins, in a file that only its owner may read.
///
/// If the file is emptied or removed, a new token is made within a second, even while the server
/// runs, and all sessions end.
final class AccessToken: Sendable {
  /// The path of the token's file.
  let path: String

  private struct State {
    var text: String
    var digest: SHA256.Digest
    var stamp: FileStamp
    /// Whether others can read the file now; the token is then refused.
    var isExposed = false

    /// See ``AccessToken/mark``.
    var mark: String { HexText.of(AccessToken.digest(text + " sessions").prefix(16)) }
  }

  // Requests come from several event loops, and the file may change while the server runs.
  private let state: Mutex<State>

  /// Reads the token, or creates one. Blocks.
  /// - Throws: `FileError`; ``ServerError/token(path:reason:)`` for a file that others may read.
  init(path: String) throws {
    self.path = path
    state = Mutex(try Self.load(path))
  }

  /// The secret: 43 characters, 256 bits.
  var text: String { state.withLock { $0.text } }

  /// A text that changes with the token and reveals nothing about it.
  var mark: String { state.withLock { $0.mark } }

  /// Compares a text with the token, in time that does not depend on the difference.
  /// - Returns: the token's mark; nil for another text, or while others can read the token.
  func mark(of given: String) -> String? {
    let digest = Self.digest(given)
    return state.withLock { $0.digest == digest && !$0.isExposed ? $0.mark : nil }
  }

  /// Whether an Authorization field contains the token (RFC 6750, section 2.1).
  func isGiven(in authorization: String?) -> Bool {
    guard let authorization, let space = authorization.firstIndex(of: " "),
      authorization[..<space].lowercased() == "bearer"
    else { return false }
    return mark(of: String(authorization[authorization.index(after: space)...])) != nil
  }

  /// Reads the file again if it has changed. Blocks.
  /// - Returns: whether the token has changed.
  /// - Throws: the errors of ``init(path:)``; an exposed token is then refused.
  func reread() throws -> Bool {
    let known = state.withLock { $0 }
    let isExposed = PrivateFile.fault(path) != nil
    guard known.stamp.hasChanged || isExposed || known.isExposed else { return false }
    do {
      let found = try Self.load(path)
      state.withLock { $0 = found }
      return found.text != known.text
    } catch {
      state.withLock { $0.isExposed = isExposed }
      throw error
    }
  }

  private static func load(_ path: String) throws -> State {
    if let fault = PrivateFile.fault(path) {
      throw ServerError.token(path: path, reason: "\(fault): remove it for a new one")
    }
    let kept = try PrivateFile.read(path).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
    }
    // A shorter text is not a token; the user emptied the file to get a new one.
    let isKept = (kept?.utf8.count ?? 0) >= 32
    let text = isKept ? kept ?? "" : random()
    if !isKept { try PrivateFile.write(Array((text + "\n").utf8), to: path) }
    return State(text: text, digest: digest(text), stamp: FileStamp(path))
  }

  /// A text of 256 random bits in 43 letters that need no quoting anywhere.
  static func random() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var system = SystemRandomNumberGenerator()
    return String(
      decoding: (0..<43).map { _ in letters[Int.random(in: 0..<64, using: &system)] },
      as: UTF8.self)
  }

  /// The form in which a secret is stored where it only has to be recognised.
  static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(data: Array(text.utf8)) }
}
