internal import Notation

/// The answer of a token endpoint (RFC 6749, section 5.1).
struct TokenAnswer: Sendable {
  /// Sent with requests.
  let access: String
  /// For the next one; nil: the one before stays (section 6).
  let refresh: String?
  /// How long the access token lives, in seconds; nil when that was not said.
  let seconds: Double?
  /// The granted permissions; nil: those asked for (section 5.1).
  let scope: String?
  /// The user who has signed in, by OpenID Connect.
  let identity: String?

  /// - Throws: ``AuthError`` that says what the answer lacks; nothing of the answer itself.
  init(_ body: [UInt8], from provider: AuthProvider) throws(AuthError) {
    guard let members = Self.members(body) else {
      throw AuthError(
        .service,
        "\(provider.title) answered the request for a token with something else than JSON, perhaps a page "
          + "of a proxy: try again later", retryable: true)
    }
    guard let access = members.string("access_token"), !access.isEmpty else {
      throw AuthError(.service, "\(provider.title)'s answer has no access_token")
    }
    // Section 7.1: a type that is not understood must not be used.
    let type = members.string("token_type") ?? "Bearer"
    guard type.lowercased() == "bearer" else {
      throw AuthError(
        .service, "\(provider.title) gives tokens of the type \(SafeText.short(type)), not Bearer")
    }
    guard Self.isSendable(access) else {
      throw AuthError(.service, "\(provider.title)'s access_token holds what no header may hold")
    }
    self.access = access
    refresh = members.string("refresh_token").flatMap { $0.isEmpty ? nil : $0 }
    seconds = members.number("expires_in").flatMap { $0 > 0 ? min($0, 1e9) : nil }
    scope = members.string("scope")
    identity = members.string("id_token")
    SecretMask.learn([access, refresh, identity].compactMap(\.self))
  }

  /// The members of an answer: JSON (section 5.1), or a form, which older services send whatever they are
  /// asked for; nil for anything else.
  static func members(_ body: [UInt8]) -> JSONMembers? {
    if let members = try? JSONMembers(body) { return members }
    let form = FormFields(parsing: String(decoding: body, as: UTF8.self))
    let isOAuth = ["access_token", "device_code", "error"].contains { form[$0] != nil }
    let isPlain = form.fields.allSatisfy { field in
      field.name.utf8.allSatisfy { UInt8(ascii: "_")...UInt8(ascii: "z") ~= $0 }
    }
    return isOAuth && isPlain ? JSONMembers(form) : nil
  }

  /// Printable ASCII without spaces: RFC 6750's b64token is narrower, and services do not keep to it.
  private static func isSendable(_ token: String) -> Bool {
    token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
