internal import Bindings
internal import Crypto
internal import MixCore
internal import Synchronization

/// The secret that scripts and sign-ins need, kept in a file that only its owner may read.
///
/// When the file is emptied or removed, there is a new one within a second, also while the server runs; all
/// sessions end with the old one.
final class AccessToken: Sendable {
  /// Where it is kept.
  let path: String

  private struct State {
    var text: String
    var digest: SHA256.Digest
    var stamp: FileStamp
    /// Whether others can read the file now: then nobody is let in by it.
    var isExposed = false

    /// See ``AccessToken/mark``.
    var mark: String { HexText.of(AccessToken.digest(text + " sessions").prefix(16)) }
  }

  // Requests come from several event loops, and the file may change under a running server.
  private let state: Mutex<State>

  /// Reads the token, or makes one. Blocks.
  /// - Throws: `FileError`; ``ServerError/token(path:reason:)`` for a file that others may read.
  init(path: String) throws {
    self.path = path
    state = Mutex(try Self.load(path))
  }

  /// The secret: 43 characters, 256 bits.
  var text: String { state.withLock { $0.text } }

  /// A text that is another one for another token, and tells nothing about it.
  var mark: String { state.withLock { $0.mark } }

  /// Compares without telling by its time how much was right.
  /// - Returns: the mark of the token; nil for another text, and while others can read the token.
  func mark(of given: String) -> String? {
    let digest = Self.digest(given)
    return state.withLock { $0.digest == digest && !$0.isExposed ? $0.mark : nil }
  }

  /// Whether an Authorization field gives the token (RFC 6750, section 2.1).
  func isGiven(in authorization: String?) -> Bool {
    guard let authorization, let space = authorization.firstIndex(of: " "),
      authorization[..<space].lowercased() == "bearer"
    else { return false }
    return mark(of: String(authorization[authorization.index(after: space)...])) != nil
  }

  /// Reads the file again if it was changed. Blocks.
  /// - Returns: whether the token is another one now.
  /// - Throws: as ``init(path:)``; nobody is then let in by it.
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
    // A shorter text is not a token: somebody emptied the file to have a new one.
    let isKept = (kept?.utf8.count ?? 0) >= 32
    let text = isKept ? kept ?? "" : random()
    if !isKept { try PrivateFile.write(Array((text + "\n").utf8), to: path) }
    return State(text: text, digest: digest(text), stamp: FileStamp(path))
  }

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
