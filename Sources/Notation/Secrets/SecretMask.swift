internal import Reactor

/// Keeps secrets out of messages, events and logs.
///
/// It hides the values of configured secrets wherever they appear, the credentials of Authorization
/// fields and of the Bearer and Basic schemes, user information in addresses, and the values of
/// parameters, form fields and JSON members whose names say that they are secret.
///
/// ```swift
/// let mask = SecretMask(secrets: [apiKey])
/// log(mask.mask("GET /films?api_key=abc"))  // GET /films?api_key=***
/// ```
public struct SecretMask: Sendable {
  /// The text that replaces a secret.
  public static let stars = "***"

  private let configured: [[UInt8]]
  /// The secrets given to ``learn(_:)``.
  private static let learned = Guarded(LearnedSecrets())

  /// Hides values in every text from now on, in every mask: settings do not know the tokens of a
  /// log-in. Values shorter than eight bytes are ignored.
  public static func learn(_ secrets: [String]) {
    learned.withLock { learned in
      for secret in secrets where secret.utf8.count >= 8 { learned.add(Array(secret.utf8)) }
    }
  }

  /// Hides the secrets of ``learn(_:)`` in a text, and nothing else.
  public static func hidingLearned(_ text: String) -> String {
    guard knowsLearned else { return text }
    return String(decoding: withoutSecrets.maskConfigured(Array(text.utf8)), as: UTF8.self)
  }

  private static var knowsLearned: Bool { learned.withLock { !$0.longestFirst.isEmpty } }

  private var secrets: [[UInt8]] {
    let learned = Self.learned.withLock { $0.longestFirst }
    return learned.isEmpty ? configured : configured + learned
  }

  /// Makes a mask for configured secrets.
  /// - Parameter secrets: values to hide; those shorter than four bytes would hide half of every
  ///   text and are ignored.
  public init(secrets: [String] = []) {
    let long = Set(secrets).filter { $0.utf8.count >= 4 }
    // The longest first, because one may be part of another.
    configured = long.map { Array($0.utf8) }.sorted { $0.count > $1.count }
  }

  /// Hides the secrets in a text.
  public func mask(_ text: String) -> String {
    var scanner = Scanner(Array(text.utf8), secrets)
    return scanner.masked()
  }

  /// Hides the configured secrets in bytes of any form, and nothing else.
  public func maskConfigured(_ bytes: [UInt8]) -> [UInt8] {
    let secrets = secrets
    if secrets.isEmpty { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var offset = 0
    while offset < bytes.count {
      if let secret = secrets.first(where: { bytes[offset...].starts(with: $0) }) {
        result += Array(Self.stars.utf8)
        offset += secret.count
      } else {
        result.append(bytes[offset])
        offset += 1
      }
    }
    return result
  }

  /// Hides the secrets in an address, without knowing the configured ones.
  public static func url(_ url: String) -> String {
    // Most addresses hold no secret at all.
    let mayHide = url.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "@") }
    guard mayHide || knowsLearned else { return url }
    return withoutSecrets.mask(url)
  }

  private static let withoutSecrets = SecretMask()

  /// Whether the name of a field, parameter or member says that its value is secret: it ends in
  /// `token`, `secret`, `password`, `api_key` and the like, has one of them between its `_` or `-`,
  /// or is `code`, `key`, `sig`, `verifier`, …
  public static func isSecretName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)[...]
    return SecretName.isStrong(bytes) || SecretName.isGeneric(bytes)
  }

  /// Whether a header field or an environment variable of this name carries a credential: a secret
  /// name, or one with `key`, `auth`, `session`, `signature` and the like between its `_` or `-`.
  public static func isCredentialName(_ name: String) -> Bool {
    SecretName.isCredential(Array(name.utf8)[...])
  }
}

/// Secrets that the program learns while it runs: tokens, codes, verifiers.
private struct LearnedSecrets {
  // A program that runs for months sees a new token each hour; old ones are useless.
  private static let most = 64
  private var newestLast: [[UInt8]] = []
  /// Longest first, because one may be part of another.
  private(set) var longestFirst: [[UInt8]] = []

  mutating func add(_ secret: [UInt8]) {
    if newestLast.contains(secret) { return }
    newestLast = newestLast.suffix(Self.most - 1) + [secret]
    longestFirst = newestLast.sorted { $0.count > $1.count }
  }
}

extension SecretMask {
  /// Scans the bytes of a text once.
  private struct Scanner {
    private let bytes: [UInt8]
    private let secrets: [[UInt8]]
    private var offset = 0
    private var output: [UInt8] = []

    init(_ bytes: [UInt8], _ secrets: [[UInt8]]) {
      self.bytes = bytes
      self.secrets = secrets
      output.reserveCapacity(bytes.count)
    }

    mutating func masked() -> String {
      while offset < bytes.count {
        if hideSecret() || hideUserInformation() { continue }
        if isWord(bytes[offset]) { word() } else { copy(1) }
      }
      return String(decoding: output, as: UTF8.self)
    }

    private mutating func copy(_ count: Int) {
      output += bytes[offset..<offset + count]
      offset += count
    }

    private mutating func hide(until end: Int) {
      guard end > offset else { return }
      output += Array(stars.utf8)
      offset = end
    }

    private mutating func hideSecret() -> Bool {
      for secret in secrets where bytes[offset...].starts(with: secret) {
        hide(until: offset + secret.count)
        return true
      }
      return false
    }

    // Hides the name and the password of "//name:password@host".
    private mutating func hideUserInformation() -> Bool {
      guard bytes[offset...].starts(with: [0x2F, 0x2F]) else { return false }
      let start = offset + 2
      let end = end(from: start) { " \t\n\"'/?#<>".utf8.contains($0) }
      guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return false }
      copy(2)
      hide(until: at)
      return true
    }

    // Copies a word and hides the value after it when the word is a secret name.
    private mutating func word() {
      let end = end(from: offset) { !isWord($0) }
      // A configured secret may begin inside a word.
      if let inside = firstSecret(in: offset + 1..<end) { return copy(inside - offset) }
      let name = bytes[offset..<end]
      copy(end - offset)
      if SecretName.isScheme(name) { return hideCredentials() }
      let isStrong = SecretName.isStrong(name)
      if isStrong || SecretName.isGeneric(name) { hideValue(of: name, isStrong: isStrong) }
    }

    private func firstSecret(in range: Range<Int>) -> Int? {
      if secrets.isEmpty { return nil }
      return range.first { start in secrets.contains { bytes[start...].starts(with: $0) } }
    }

    private mutating func hideCredentials() {
      guard offset < bytes.count, bytes[offset] == 0x20 else { return }
      let end = end(from: offset + 1) { " \t\n\"',;&".utf8.contains($0) }
      // In a sentence the word after "bearer" is not a credential; a credential has at least eight
      // bytes.
      guard end - offset - 1 >= 8 else { return }
      copy(1)
      hide(until: end)
    }

    // Where a name ends with its quotes and brackets: "name", name[], list[name] and list%5Bname%5D.
    private func endOfName(_ name: Int) -> Int {
      var place = name
      while place < bytes.count {
        let coded = String(decoding: bytes[place...].prefix(3), as: UTF8.self).uppercased()
        let isCoded = coded == "%5B" || coded == "%5D"
        guard isCoded || "\"'\\ []".utf8.contains(bytes[place]) else { break }
        place += isCoded ? 3 : 1
      }
      return place
    }

    // Hides the value after a name: name=value, name: value, "name": "value", \"name\": \"value\".
    private mutating func hideValue(of name: ArraySlice<UInt8>, isStrong: Bool) {
      var place = endOfName(offset)
      guard place < bytes.count, "=:".utf8.contains(bytes[place]) else { return }
      let isParameter = bytes[place] == UInt8(ascii: "=")
      place = end(from: place + 1) { $0 != 0x20 && $0 != UInt8(ascii: "\\") }
      guard place < bytes.count else { return }
      let quote = bytes[place]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        copy(place + 1 - offset)
        return hide(until: closing(quote))
      }
      // "exit code: 1" and {"code":4} are not secrets, "?code=1" may be one.
      guard isParameter || isStrong else { return }
      copy(place - offset)
      let isField = SecretName.isField(name)
      let ends = isField ? "\r\n" : " \t\r\n&;,\"'}])#"
      hide(until: end(from: place) { ends.utf8.contains($0) })
    }

    private func closing(_ quote: UInt8) -> Int {
      var place = offset
      while place < bytes.count, bytes[place] != quote {
        // An escaped quote does not close the value, unless the whole text is escaped.
        if bytes[place] == UInt8(ascii: "\\") {
          if place + 1 < bytes.count, bytes[place + 1] == quote, offset > 1,
            bytes[offset - 2] == UInt8(ascii: "\\")
          {
            return place
          }
          place += 1
        }
        place += 1
      }
      return min(place, bytes.count)
    }

    private func end(from start: Int, _ isEnd: (UInt8) -> Bool) -> Int {
      bytes[start...].firstIndex(where: isEnd) ?? bytes.count
    }

    private func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte >= 0x80
    }
  }
}
