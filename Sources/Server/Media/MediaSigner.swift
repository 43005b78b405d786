internal import Bindings
internal import Crypto
internal import MixCore
internal import Notation

/// Signs the paths under which pages fetch pictures and sounds, and verifies them, so that clients
/// cannot make the server fetch other addresses.
///
/// A path is `/media/SIGNATURE/ADDRESS`, both in base64url. It stays the same across restarts, so
/// that browsers can cache.
struct MediaSigner: Sendable {
  /// The target of a path.
  struct Wanted: Sendable, Equatable {
    /// The program whose tree named the address; its grants apply.
    let program: String
    let media: ScreenMedia
    /// An https address.
    let address: String
  }

  private static let longestAddress = 4_000

  private let key: SymmetricKey
  private let root: String

  /// Reads the key, or creates one.
  /// - Parameter root: what the signed paths are below.
  /// - Throws: `FileError`.
  init(path: String, root: String = "") throws {
    self.root = root
    let kept = try PrivateFile.read(path)
    if let kept, kept.count == 32 {
      key = SymmetricKey(data: kept)
    } else {
      key = SymmetricKey(size: .bits256)
      try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: path)
    }
  }

  /// Makes signed paths for the addresses in a program's trees; nil for servers that the manifest
  /// does not name.
  func address(of program: ProgramManifest) -> @Sendable (String, ScreenMedia) -> String? {
    let (hosts, name) = (MediaHosts(program), program.name)
    return { address, media in
      guard address.utf8.count <= Self.longestAddress, hosts.allow(address) else { return nil }
      return path(Wanted(program: name, media: media, address: address))
    }
  }

  /// The signed path of a picture or sound.
  func path(_ wanted: Wanted) -> String {
    let text = Array("\(wanted.program) \(wanted.media.rawValue) \(wanted.address)".utf8)
    return "\(root)/media/\(Self.letters(signature(text)))/\(Self.letters(text))"
  }

  /// The target of a path; nil if this server did not sign it.
  func wanted(signature: String, address: String) -> Wanted? {
    guard let text = try? Base64URL.decode(Array(address.utf8)),
      let given = try? Base64URL.decode(Array(signature.utf8)),
      HMAC<SHA256>.isValidAuthenticationCode(given, authenticating: text, using: key)
    else { return nil }
    let parts = String(decoding: text, as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let media = ScreenMedia(rawValue: String(parts[1])) else { return nil }
    return Wanted(program: String(parts[0]), media: media, address: String(parts[2]))
  }

  private static func letters(_ bytes: [UInt8]) -> String {
    String(decoding: Base64URL.encode(bytes), as: UTF8.self)
  }

  private func signature(_ text: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: text, using: key))
  }
}
