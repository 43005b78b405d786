internal import Crypto
internal import Notation

/// Keeps secrets out of cassettes, by ``SecretMask``.
struct CassetteMask: Sendable {
  private let mask: SecretMask

  /// - Parameter secrets: the values of secret settings; hidden wherever they stand, as they are and
  ///   as they stand in addresses and forms.
  init(secrets: [String]) {
    mask = SecretMask(secrets: secrets + secrets.map(Self.percentEncoded))
  }

  /// A text that is not a part of an answer: addresses, messages, settings.
  func text(_ text: String) -> String { mask.mask(text) }

  /// The fields of a request that may change its answer, as `name: value`, sorted.
  func requestFields(_ headers: HTTPHeaders) -> [String] {
    headers.fields.compactMap { field in
      let name = field.name.lowercased()
      if Self.varying.contains(name) { return nil }
      let value = SecretMask.isCredentialName(name) ? SecretMask.stars : mask.mask(field.value)
      return "\(name): \(value)"
    }.sorted()
  }

  /// The SHA-256 digest of a body without its secrets, in hexadecimal digits; nil for none.
  func digest(_ body: [UInt8]) -> String? {
    if body.isEmpty { return nil }
    let plain = String(validating: body, as: UTF8.self)
    let masked = plain.map { Array(mask.mask($0).utf8) } ?? mask.maskConfigured(body)
    let digits = Array("0123456789abcdef")
    return String(
      SHA256.hash(data: masked).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The fields of an answer, as `Name: value`.
  func responseFields(_ headers: HTTPHeaders) -> [String] {
    headers.fields.map { name, value in
      if SecretName.isStrong(Array(name.utf8)[...]) { return "\(name): \(SecretMask.stars)" }
      if Self.references.contains(name.lowercased()) { return "\(name): \(mask.mask(value))" }
      return "\(name): \(configured(value))"
    }
  }

  /// The body of an answer.
  func responseBody(_ body: [UInt8], type: String?) -> [UInt8] {
    let isForm = type?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    if isForm, let text = String(validating: body, as: UTF8.self) {
      return Array(mask.mask(text).utf8)
    }
    return mask.maskConfigured(SecretMembers.masked(body))
  }

  private func configured(_ text: String) -> String {
    String(decoding: mask.maskConfigured(Array(text.utf8)), as: UTF8.self)
  }

  // Made anew for each request, so that no second run has the same.
  private static let varying: Set<String> = [
    "date", "idempotency-key", "traceparent", "tracestate", "user-agent", "x-correlation-id",
    "x-request-id",
  ]

  private static let references: Set<String> = ["location", "content-location", "link", "refresh"]

  /// As in addresses and forms: all but letters, digits and `-._~` (RFC 3986, 2.3).
  private static func percentEncoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return result
  }
}
