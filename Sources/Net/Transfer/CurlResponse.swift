internal import CCurl
internal import Glibc
internal import Notation

/// Reads the answer out of a finished transfer.
enum CurlResponse {
  /// Status and fields as they came, codings included.
  static func head(
    _ transfer: UnsafeMutablePointer<ccurl_transfer>
  ) -> (status: Int, headers: HTTPHeaders) {
    var headers = HTTPHeaders()
    var field: UnsafeMutablePointer<curl_header>?
    while let next = ccurl_transfer_next_header(transfer, field) {
      field = next
      let name = String(cString: next.pointee.name)
      let value = value(next.pointee.value, of: name)
      // libcurl 7 leaves the end of the line in an empty value.
      if !name.isEmpty { headers.add(name, value == "\r" ? "" : value) }
    }
    return (ccurl_transfer_status(transfer), headers)
  }

  /// A field's value. One that is not UTF-8 is ISO 8859-1, as older servers have it; in an address its bytes are
  /// kept as they came.
  private static func value(_ text: UnsafePointer<CChar>, of name: String) -> String {
    if let value = String(validatingCString: text) { return value }
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    if ["location", "content-location"].contains(name.lowercased()) {
      return bytes.map {
        $0 < 0x80 ? String(UnicodeScalar($0)) : FormFields.escape([$0])
      }.joined()
    }
    return SingleByteText.latin1(Array(bytes))
  }

  /// The whole answer.
  static func read(
    _ transfer: UnsafeMutablePointer<ccurl_transfer>, _ call: HTTPCall
  ) -> HTTPResponse {
    let body = Array(
      UnsafeBufferPointer(start: transfer.pointee.body, count: transfer.pointee.body_length))
    var (status, headers) = head(transfer)
    // The body is decoded: these two describe what came over the wire.
    if headers["Content-Encoding"] != nil, transfer.pointee.keeps_coding == 0,
      call.request.method != "HEAD"
    {
      headers["Content-Encoding"] = nil
      headers["Content-Length"] = nil
    }
    return HTTPResponse(
      status: status, headers: headers, body: body, url: call.url.text,
      age: Double(Freshness.ageField(headers)))
  }
}

/// Says in our words why a transfer failed.
enum CurlFailure {
  static func error(
    _ code: CURLcode, _ transfer: UnsafeMutablePointer<ccurl_transfer>, _ call: HTTPCall,
    _ configuration: HTTPConfiguration
  ) -> HTTPError {
    if let stopped = stopped(transfer, call, configuration) { return stopped }
    if outgrew(code, transfer) { return headerTooLarge(call, configuration) }
    let host = call.url.authority
    let detail = detail(code, transfer)
    if let refused = ofProxy(code, transfer, call, configuration) { return refused }
    let (kind, message): (HTTPError.Kind, String) =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST:
        (.dns, "the name \(call.url.host) has no address: check it, or the network")
      case CURLE_COULDNT_CONNECT: (.unreachable, "no connection to \(host): \(detail)")
      case CURLE_OPERATION_TIMEDOUT: timedOut(transfer, call)
      case CURLE_SSL_CACERT_BADFILE:
        (.tls, "the trusted certificates of \(configuration.caFile ?? "the system") cannot be read")
      case CURLE_SSL_CERTPROBLEM:
        (.tls, "the client's certificate for \(host) cannot be used: \(detail)")
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR,
        CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
        (.tls, "TLS with \(host) was refused: \(detail)")
      case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
        (.truncated, "\(host) closed the connection before its answer was complete: \(detail)")
      case CURLE_HTTP2, CURLE_HTTP2_STREAM:
        (.truncated, "\(host) broke the HTTP/2 connection off: \(detail)")
      case CURLE_URL_MALFORMAT: (.invalidURL, "libcurl cannot read the address: \(detail)")
      case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT:
        (.unavailable, "libcurl cannot start the transfer: \(detail)")
      default: (.protocolError, "\(host) does not speak HTTP as it should: \(detail)")
      }
    let status = ccurl_transfer_status(transfer)
    return HTTPError(kind, message, url: call.url.text, status: status == 0 ? nil : status)
  }

  /// The error when the request did not get beyond its proxy.
  private static func ofProxy(
    _ code: CURLcode, _ transfer: UnsafeMutablePointer<ccurl_transfer>, _ call: HTTPCall,
    _ configuration: HTTPConfiguration
  ) -> HTTPError? {
    // An address that stands for an upstream may be asked directly: libcurl knows which way it was.
    guard let text = ProxyName(configuration.proxies, call.url).shown,
      transfer.pointee.request_started == 0
    else { return nil }
    let status = ccurl_transfer_connect_status(transfer)
    let reason: String
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: reason = "its name has no address"
    case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT: reason = "no connection to it"
    case CURLE_PROXY: reason = detail(code, transfer)
    case CURLE_RECV_ERROR where status == 407: reason = "it asks for a user and a password (407)"
    case CURLE_RECV_ERROR where status >= 300: reason = "it refuses, with status \(status)"
    case CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR: reason = "it closed the connection"
    default: return nil
    }
    return HTTPError(
      .proxy,
      "\(call.url.authority) was not reached through the proxy \(text): \(reason); "
        + "see http.proxy and http.no_proxy",
      url: call.url.text)
  }

  /// The error when one of our own limits ended the transfer.
  private static func stopped(
    _ transfer: UnsafeMutablePointer<ccurl_transfer>, _ call: HTTPCall,
    _ configuration: HTTPConfiguration
  ) -> HTTPError? {
    let host = call.url.authority
    switch transfer.pointee.stop {
    case CCURL_STOP_BODY_LIMIT:
      return HTTPError(
        .tooLarge,
        "\(host) sends more than \(call.request.options.maxBytes) bytes (decoded): "
          + "raise the limit if that is meant",
        url: call.url.text, status: ccurl_transfer_status(transfer))
    case CCURL_STOP_HEADER_LIMIT:
      return headerTooLarge(call, configuration)
    case CCURL_STOP_ROOM: return noRoom(call)
    case CCURL_STOP_CUT:
      return HTTPError(
        .truncated, "\(host) ended its answer in the middle of its \(coding(transfer)) stream",
        url: call.url.text, status: ccurl_transfer_status(transfer))
    case CCURL_STOP_DAMAGED:
      return HTTPError(
        .protocolError,
        "\(host) sends a body that is not what it says: its \(coding(transfer)) stream is damaged",
        url: call.url.text, status: ccurl_transfer_status(transfer))
    case CCURL_STOP_CODINGS:
      return HTTPError(
        .protocolError, "\(host) sends its answer in codings that were not asked for",
        url: call.url.text, status: ccurl_transfer_status(transfer))
    case CCURL_STOP_LENGTHS:
      return HTTPError(
        .protocolError, "\(host) names several lengths of its answer, or one that no answer has",
        url: call.url.text, status: ccurl_transfer_status(transfer))
    case CCURL_STOP_MEMORY:
      return HTTPError(.tooLarge, "no memory for the body of \(host)", url: call.url.text)
    case CCURL_STOP_ADDRESS:
      let text = withUnsafeBytes(of: transfer.pointee.refused_address) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let purpose = IPAddress(text)?.specialPurpose ?? "foreign"
      return AddressRule.refusal(address: text, purpose: purpose, url: call.url)
    default: return nil
    }
  }

  private static func coding(_ transfer: UnsafeMutablePointer<ccurl_transfer>) -> String {
    transfer.pointee.coding.map { String(cString: $0) } ?? ""
  }

  /// The error for a body that the reader's memory does not hold.
  static func noRoom(_ call: HTTPCall) -> HTTPError {
    HTTPError(
      .outOfMemory, "the body of \(call.url.authority) does not fit into memory", url: call.url.text
    )
  }

  private static func headerTooLarge(
    _ call: HTTPCall, _ configuration: HTTPConfiguration
  ) -> HTTPError {
    // libcurl itself takes no line of more than 100 KiB.
    let limit = min(configuration.maxHeaderBytes, libcurlLineLimit)
    return HTTPError(
      .headerTooLarge,
      "\(call.url.authority) sends a header of more than \(limit) bytes"
        + " or \(CCURL_MOST_HEADER_LINES) lines",
      url: call.url.text)
  }

  /// `CURL_MAX_HTTP_HEADER` of curl.h.
  private static let libcurlLineLimit = 100 * 1024

  /// Whether a single line of the header was too long for libcurl, which collects it before it calls
  /// us, and says that it has no memory (newer ones: that something is too large).
  private static func outgrew(
    _ code: CURLcode, _ transfer: UnsafeMutablePointer<ccurl_transfer>
  ) -> Bool {
    let isCode = code == CURLE_OUT_OF_MEMORY || code.rawValue == 100  // CURLE_TOO_LARGE, 8.6
    return isCode && transfer.pointee.request_started != 0
      && transfer.pointee.header_complete == 0
  }

  private static func timedOut(
    _ transfer: UnsafeMutablePointer<ccurl_transfer>, _ call: HTTPCall
  ) -> (HTTPError.Kind, String) {
    if transfer.pointee.request_started == 0 {
      let seconds = call.request.options.connectTimeout
      return (
        .unreachable,
        "no connection to \(call.url.authority) within \(seconds) s (connect time-out)"
      )
    }
    let seconds = call.request.options.totalTimeout
    return (
      .timeout, "\(call.url.authority) was not done within \(seconds) s (the request's time budget)"
    )
  }

  private static func detail(
    _ code: CURLcode, _ transfer: UnsafeMutablePointer<ccurl_transfer>
  ) -> String {
    let own = withUnsafeBytes(of: transfer.pointee.error) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return own.isEmpty ? String(cString: ccurl_describe(code)) : own
  }
}
