internal import CCurl
internal import Glibc

/// The options of all transfers of a client, in C's memory.
final class CurlSettings {
  let values: ccurl_settings
  private let userAgent: String

  /// libcurl must be loaded.
  init(_ configuration: HTTPConfiguration) {
    userAgent = configuration.userAgent
    values = ccurl_settings(
      ca_file: UnsafePointer(configuration.caFile.map { strdup($0) } ?? nil),
      user_agent: UnsafePointer(strdup(userAgent)),
      resolve: configuration.resolve.reduce(nil) { ccurl_list_append($0, $1) })
  }

  deinit {
    free(UnsafeMutableRawPointer(mutating: values.ca_file))
    free(UnsafeMutableRawPointer(mutating: values.user_agent))
    ccurl_list_free(values.resolve)
  }

  /// A list of a request's fields and those of the client's own that it does not replace; to be
  /// freed after the transfer. Accept is left out where the caller names none: without it everything is
  /// accepted (RFC 9110, 12.5.1).
  func headers(with fields: HTTPHeaders) -> UnsafeMutablePointer<curl_slist>? {
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
