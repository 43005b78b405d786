internal import Notation

/// A question to the cache that a fleet shares: whose answer is wanted, or kept.
package struct SharedQuestion: Sendable {
  /// The key of the address.
  package let address: CacheKey
  package let headers: HTTPHeaders
  private let text: String

  /// Nil for a request whose answer is private: one with a credential, cookies, a certificate, or a key in
  /// its address.
  /// - Parameter actual: where the request goes; a mock's answers are not the service's.
  package init?(_ request: HTTPRequest, actual: HTTPURL) {
    let options = request.options
    guard request.method == "GET", options.ttl != 0, !options.sendsSetting,
      options.certificate == nil, options.keyParameter == nil, request.attachments == nil,
      request.headers["Range"] == nil, request.headers.credentialNames.isEmpty,
      !Validation.isConditional(request.headers), !Self.hasKey(actual.target)
    else { return nil }
    headers = request.headers
    text = "GET\n\(actual.text)\n"
    address = CacheKey(text)
  }

  /// The key of an answer that differs by fields of the request.
  package func variant(_ names: [String]) -> CacheKey {
    let fields = VaryingFields(names: names)
    return fields.isPlain(for: headers)
      ? address : CacheKey(text + fields.selectingText(in: headers))
  }

  private static func hasKey(_ target: Substring) -> Bool {
    guard let mark = target.firstIndex(of: "?") else { return false }
    return target[mark...].dropFirst().split(separator: "&").contains { pair in
      SecretMask.isCredentialName(String(pair.prefix { $0 != "=" }))
    }
  }
}

extension StoredResponse {
  /// Whether every host of a fleet may have it, when the request was everybody's.
  package var isShareable: Bool {
    !isConfined && !control.isPrivate && !control.noStore && headers["Set-Cookie"] == nil
  }

  /// The answer by a clock that is some seconds ahead.
  package func shifted(by seconds: Double) -> StoredResponse {
    StoredResponse(
      status: status, headers: headers, body: body, url: url,
      requestTime: requestTime + seconds, responseTime: responseTime + seconds,
      isStorableByRules: isStorableByRules, callerTTL: callerTTL, isConfined: isConfined)
  }
}
