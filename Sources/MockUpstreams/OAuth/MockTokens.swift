import Notation

/// A token of the mock that carries what it stands for, sealed with a digest of the mock's seed.
///
/// Nothing of it is stored, so a token outlives a restart of the mock: `mixhost --mock` starts a new one
/// for each run, and a log-in of the last run stays valid. The seal keeps test programs honest; it
/// is not cryptography.
struct SealedToken: Sendable, Equatable {
  enum Kind: String, Sendable {
    case access = "mat"
    case refresh = "mrt"
  }

  let kind: Kind
  /// The log-in that the token descends from.
  let family: String
  /// How often the log-in was refreshed before.
  let generation: Int
  /// When the log-in began, in seconds since 1970.
  let authorized: Int
  /// When the token dies, in seconds since 1970.
  let expires: Int
  let login: MockLogin

  /// The token as it is sent: kind, fields in hexadecimal digits, seal.
  func text(seed: UInt64) -> String {
    let fields = [
      family, "\(generation)", "\(authorized)", "\(expires)", login.client, login.user,
      login.scopes.sorted().joined(separator: " "),
    ].joined(separator: "\n")
    let body = "\(kind.rawValue)_\(HexText.of(fields.utf8))"
    return "\(body)_\(Self.seal(body, seed))"
  }

  /// Reads a token; nil when this mock has not made it.
  init?(_ text: String, kind: Kind, seed: UInt64) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == kind.rawValue,
      parts[2] == Self.seal("\(parts[0])_\(parts[1])", seed), let fields = Self.fields(parts[1])
    else { return nil }
    self.kind = kind
    family = fields[0]
    generation = Int(fields[1]) ?? 0
    authorized = Int(fields[2]) ?? 0
    expires = Int(fields[3]) ?? 0
    login = MockLogin(
      client: fields[4], user: fields[5],
      scopes: Set(fields[6].split(separator: " ").map(String.init)))
  }

  init(
    _ kind: Kind, family: String, generation: Int, authorized: Int, expires: Int, login: MockLogin
  ) {
    self.kind = kind
    self.family = family
    self.generation = generation
    self.authorized = authorized
    self.expires = expires
    self.login = login
  }

  private static func fields(_ digits: Substring) -> [String]? {
    var bytes: [UInt8] = []
    var rest = digits[...]
    while rest.count >= 2 {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    let fields = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return fields.count == 7 ? fields.map(String.init) : nil
  }

  private static func seal(_ body: String, _ seed: UInt64) -> String {
    var digest = Digest(text: "\(seed)\n\(body)")
    return digest.hex() + digest.hex()
  }
}
