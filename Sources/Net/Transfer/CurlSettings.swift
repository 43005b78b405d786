internal import CCurl

/// The options of all transfers of a client, in C's memory.
final class CurlSettings {
  let values: ccurl_settings
  /// The fields of a request without fields of its own: one list for all, made once.
  let ownHeaders: UnsafeMutablePointer<curl_slist>?
  private let userAgent: String
  private let strings: [UnsafeMutablePointer<CChar>]

  /// libcurl must be loaded.
  init(_ configuration: HTTPConfiguration) {
    var strings: [UnsafeMutablePointer<CChar>] = []
    func copy(_ text: String?) -> UnsafePointer<CChar>? {
      guard let text else { return nil }
      let bytes = text.utf8CString
      let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { memory[index] = byte }
      strings.append(memory)
      return UnsafePointer(memory)
    }
    var resolve: UnsafeMutablePointer<curl_slist>?
    for entry in configuration.resolve { resolve = ccurl_list_append(resolve, entry) }
    userAgent = configuration.userAgent
    values = ccurl_settings(
      ca_file: copy(configuration.caFile), user_agent: copy(userAgent), resolve: resolve)
    ownHeaders = Self.list([:], userAgent: userAgent)
    self.strings = strings
  }

  deinit {
    for memory in strings { memory.deallocate() }
    if let list = values.resolve { ccurl_list_free(list) }
    if let list = ownHeaders { ccurl_list_free(list) }
  }

  /// A list of a request's fields and those of the client's own that it does not replace; to be
  /// freed after the transfer.
  func headers(with fields: HTTPHeaders) -> UnsafeMutablePointer<curl_slist>? {
    Self.list(fields, userAgent: userAgent)
  }

  /// User-Agent and Accept-Encoding stand in the list, because libcurl would write its own anew for
  /// every request. Accept is left out where the caller names none: without it everything is accepted
  /// (RFC 9110, 12.5.1), and libcurl formats a header byte by byte.
  private static func list(
    _ fields: HTTPHeaders, userAgent: String
  ) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    if !userAgent.isEmpty, fields["User-Agent"] == nil {
      list = ccurl_list_append(list, "User-Agent: \(userAgent)")
    }
    if fields["Accept"] == nil { list = ccurl_list_append(list, "Accept:") }
    if fields["Accept-Encoding"] == nil {
      // A part of something coded cannot be decoded (Fetch, 4.6).
      list =
        fields["Range"] == nil
        ? ccurl_list_append_encodings(list) : ccurl_list_append(list, "Accept-Encoding: identity")
    }
    for field in fields.fields {
      // libcurl takes "Name:" as an order to leave the field out, "Name;" as an empty one.
      list = ccurl_list_append(
        list, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    return list
  }
}
