/// Tells from the name of a field, parameter or member whether its value is secret.
///
/// It works on bytes without making strings, because every address of every event passes here.
package enum SecretName {
  /// Whether the name means a secret wherever it appears: a header field whose whole line is
  /// secret, or a name that ends in `token`, `password` and the like or has one between its `_` or
  /// `-`.
  package static func isStrong(_ name: ArraySlice<UInt8>) -> Bool {
    if isField(name) { return true }
    guard name.count >= 5 else { return false }
    if parts.contains(where: { hasSuffix(name, $0) }) { return true }
    guard name.contains(where: isSeparator) else { return false }
    return name.split(whereSeparator: isSeparator).contains { word in
      parts.contains { isSame(word, $0) }
    }
  }

  /// Whether the name means a secret as a parameter or member, but something else in a sentence.
  static func isGeneric(_ name: ArraySlice<UInt8>) -> Bool {
    generic.contains { isSame(name, $0) }
  }

  /// Whether a header field or an environment variable of this name carries a credential:
  /// recordings mask it, a redirect to another origin drops it, and a stored answer to it serves
  /// only requests with the same credential.
  ///
  /// It covers more than names in texts: between `_` or `-`, `key`, `auth` and `session` count as
  /// well.
  static func isCredential(_ name: ArraySlice<UInt8>) -> Bool {
    if isStrong(name) || isGeneric(name) { return true }
    if isSame(name, Array("idempotency-key".utf8)) { return false }
    guard name.contains(where: isSeparator) else { return words.contains { isSame(name, $0) } }
    return name.split(whereSeparator: isSeparator).contains { word in
      words.contains { isSame(word, $0) }
    }
  }

  /// Whether this is a header field whose whole line is secret.
  static func isField(_ name: ArraySlice<UInt8>) -> Bool { fields.contains { isSame(name, $0) } }

  /// Whether credentials follow this word.
  static func isScheme(_ name: ArraySlice<UInt8>) -> Bool { schemes.contains { isSame(name, $0) } }

  private static let parts = bytes([
    "access_key", "api_key", "api-key", "apikey", "passwd", "password", "private_key", "secret",
    "token",
  ])

  private static let generic = bytes([
    "appkey", "assertion", "auth", "bearer", "client_assertion", "code", "code_verifier",
    "credential", "credentials", "jwt", "key", "otp", "pass", "passphrase", "pw", "pwd", "session",
    "sessionid", "sid", "sig", "signature", "verifier", "x-amz-signature", "x-goog-signature",
  ])

  private static let words = bytes([
    "auth", "authentication", "authorization", "cookie", "cookie2", "credential", "credentials",
    "csrf", "jwt", "key", "keys", "otp", "pass", "pwd", "session", "sessionid", "sig", "signature",
    "verifier",
  ])

  private static let fields = bytes([
    "authorization", "cookie", "proxy-authorization", "set-cookie",
  ])

  private static let schemes = bytes(["basic", "bearer"])

  private static func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  // `known` is in lower case.
  private static func isSame(_ name: ArraySlice<UInt8>, _ known: [UInt8]) -> Bool {
    name.count == known.count && hasSuffix(name, known)
  }

  // Compares from the end, where names differ more often than at the start.
  private static func hasSuffix(_ name: ArraySlice<UInt8>, _ known: [UInt8]) -> Bool {
    guard name.count >= known.count else { return false }
    var place = name.endIndex
    for byte in known.reversed() {
      place -= 1
      let other = name[place]
      let isCapital = other >= 0x41 && other <= 0x5A
      if (isCapital ? other | 0x20 : other) != byte { return false }
    }
    return true
  }
}
