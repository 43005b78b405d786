internal import CCurl
internal import Glibc
internal import Reactor

/// One easy handle, used for one transfer after the other.
final class CurlTransfer {
  /// How a transfer ended.
  enum Outcome: Sendable {
    case finished(CURLcode)
    case idle
    case cancelled
    /// By what its files made impossible.
    case failed(HTTPError)
  }

  typealias Continuation = UnsafeContinuation<HTTPResponse, any Error>

  let handle: UnsafeMutablePointer<ccurl_transfer>
  /// The addresses that may be connected to.
  private(set) var addresses = AddressRule.publicOnly
  private(set) var idleTimeout = 15.0
  /// The origin that it goes to.
  private(set) var origin = ""
  // While it runs: what it sends, its number, who waits, and through which transport.
  private var call: HTTPCall?
  private var number: UInt64 = 0
  private var continuation: Continuation?
  private var transport: CurlTransport?
  // The work of its files meanwhile; nil for the many without.
  private var streams: TransferStreams?
  // The running request's fields.
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// The memory of the running request's body.
  private var charge: BodyCharge?
  private var seenBytes: UInt64 = 0
  private var seenAt: UInt64 = 0
  private let multi: CurlMulti

  /// Returns nil when memory is out.
  init?(multi: CurlMulti) {
    guard let handle = ccurl_transfer_new() else { return nil }
    self.handle = handle
    self.multi = multi
    let owner = Unmanaged.passUnretained(self).toOpaque()
    handle.pointee.owner = owner
    handle.pointee.address_context = owner
    handle.pointee.room_check = { owner, bytes in
      guard let owner else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue()
      return transfer.chargeBody(bytes) ? 1 : 0
    }
    handle.pointee.address_check = { context, bytes, count in
      guard let context, let bytes else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      if transfer.addresses == .any { return 1 }
      let address = IPAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
      return transfer.addresses.allows(address) ? 1 : 0
    }
    handle.pointee.on_wait = { owner in
      guard let owner else { return }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue()
      transfer.streams?.waits(transfer.handle)
    }
    handle.pointee.on_rewind = { owner in
      guard let owner else { return }
      Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue().streams?.rewind()
    }
  }

  deinit { ccurl_transfer_free(handle) }

  /// Makes the handle ready for a call.
  func prepare(addresses: AddressRule, idleTimeout: Double) {
    self.addresses = addresses
    self.idleTimeout = idleTimeout
    seenBytes = 0
  }

  /// Starts a transfer. Returns 0, or libcurl's error code.
  func start(
    _ call: HTTPCall, _ number: UInt64, _ continuation: Continuation, of transport: CurlTransport,
    url: HTTPURL, settings: CurlSettings, limits: WireLimits, proxy: String?
  ) -> Int32 {
    let request = call.request
    if let attachments = request.attachments, attachments.body != nil || attachments.sink != nil {
      streams = TransferStreams(attachments, self, multi.reactor)
    }
    headers = settings.headers(with: request.headers)
    // Without it libcurl waits a second for a server's leave to send.
    if request.attachments?.body != nil { headers = ccurl_list_append(headers, "Expect:") }
    origin = url.origin.text
    let code = add(request, url: url, settings: settings, limits: limits, proxy: proxy)
    if code != 0 {
      freeHeaders()
      streams = nil
      return code
    }
    (self.call, self.number, self.continuation) = (call, number, continuation)
    self.transport = transport
    return 0
  }

  /// Whether it runs a request of a transport.
  func runs(_ number: UInt64, of transport: CurlTransport) -> Bool {
    self.number == number && self.transport === transport
  }

  /// Ends the transfer.
  func cancel() {
    multi.abort(self)
    end(.cancelled)
  }

  /// Gives libcurl the next bytes of the body. Returns false when memory is out.
  func supply(_ bytes: [UInt8], ended: Bool) -> Bool {
    bytes.withUnsafeBytes {
      ccurl_transfer_supply(handle, $0.baseAddress, $0.count, ended ? 1 : 0) != 0
    }
  }

  /// Continues after a wait for files.
  func resume() {
    guard call != nil else { return }
    ccurl_transfer_resume(handle)
    multi.hasWork()
  }

  /// Ends the transfer because of its files.
  func fail(_ error: HTTPError) {
    guard call != nil else { return }
    multi.abort(self)
    end(.failed(error))
  }

  /// Called by ``CurlMulti`` when libcurl is done.
  func complete(_ code: CURLcode) { end(.finished(code)) }

  /// Called by ``CurlMulti`` after an idle time-out.
  func failIdle() { end(.idle) }

  /// Whether nothing has moved for the idle time-out since the request was sent.
  func isIdle(now: UInt64) -> Bool {
    guard call != nil, handle.pointee.request_started != 0 else { return false }
    if handle.pointee.receiving_waits != 0 || handle.pointee.sending_waits != 0 {
      // It is the disk that is waited for.
      seenAt = now
      return false
    }
    let bytes = 1 + handle.pointee.received + ccurl_transfer_uploaded(handle)
    if bytes != seenBytes {
      seenBytes = bytes
      seenAt = now
      return false
    }
    return Double(now - seenAt) / 1e9 >= idleTimeout
  }

  /// Sets the charge for the body, in bytes in all; false when it exceeds the script's budget.
  func chargeBody(_ bytes: Int) -> Bool {
    guard let memory = call?.context.memory else { return true }
    let charge = charge ?? BodyCharge(memory)
    self.charge = charge
    return charge.set(bytes)
  }

  /// Hands over the charge of a body that was large enough for one, for its array alone.
  func takeCharge() -> BodyCharge? {
    guard let charge = charge.take() else { return nil }
    _ = charge.set(handle.pointee.body_length)
    return charge
  }

  private func end(_ outcome: Outcome) {
    freeHeaders()
    guard let continuation = continuation.take(), let call = call.take(),
      let transport = transport.take()
    else { return }
    guard let streams = streams.take() else {
      let result = transport.result(of: self, call, outcome)
      charge = nil
      return continuation.resume(with: result)
    }
    let piece = streams.lastPiece(handle)
    let (status, headers) = CurlResponse.head(handle)
    let result = transport.result(of: self, call, outcome)
    charge = nil
    streams.finish(piece, status, headers, result, continuation)
  }

  private func add(
    _ request: HTTPRequest, url: HTTPURL, settings: CurlSettings, limits: WireLimits, proxy: String?
  ) -> Int32 {
    var values = settings.values
    let upload = request.attachments?.body
    // Copied by libcurl.
    let route = RouteTexts(proxy, request.options.certificate)
    defer { route?.free() }
    return url.text.withCString { text in
      request.method.withCString { method in
        request.body.withUnsafeBufferPointer { body in
          var wire = ccurl_request(
            url: text, proxy: route?.proxy, certificate: route?.certificate, key: route?.key,
            method: request.method == "GET" && body.isEmpty && upload == nil ? nil : method,
            body: body.baseAddress, body_length: upload?.length ?? body.count,
            uploads: upload == nil ? 0 : 1, streams: request.attachments?.sink == nil ? 0 : 1,
            connects_only: request.attachments?.connectsOnly == true ? 1 : 0,
            is_single: request.isIdempotent ? 0 : 1,
            headers: headers,
            connect_ms: limits.connectMilliseconds, total_ms: limits.totalMilliseconds,
            body_limit: limits.bodyBytes, header_limit: limits.headerBytes)
          return multi.start(self, settings: &values, request: &wire)
        }
      }
    }
  }

  private func freeHeaders() {
    ccurl_list_free(headers)
    headers = nil
  }
}

/// Texts of few requests, in C's memory while one is started.
private struct RouteTexts {
  let proxy: UnsafeMutablePointer<CChar>?
  let certificate: UnsafeMutablePointer<CChar>?
  let key: UnsafeMutablePointer<CChar>?

  /// nil when there is nothing of it.
  init?(_ proxy: String?, _ certificate: ClientCertificate?) {
    if proxy == nil && certificate == nil { return nil }
    self.proxy = proxy.map { strdup($0) }
    self.certificate = certificate.map { strdup($0.file) }
    key = certificate?.keyFile.map { strdup($0) }
  }

  func free() {
    for text in [proxy, certificate, key] { Glibc.free(text) }
  }
}

/// Limits of one transfer in libcurl's units.
struct WireLimits {
  let connectMilliseconds: Int
  let totalMilliseconds: Int
  let bodyBytes: Int
  let headerBytes: Int
}
