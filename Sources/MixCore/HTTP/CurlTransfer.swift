internal import CCurl
internal import Reactor

// @unchecked Sendable: touched on the reactor's thread only; a cancellation handler posts to it.
/// One easy handle, used for one transfer after the other.
final class CurlTransfer: @unchecked Sendable {  // confined: see above
  /// How a transfer ended.
  enum Outcome: Sendable {
    case finished(CURLcode)
    case idle
    case cancelled
  }

  let handle: UnsafeMutablePointer<ccurl_transfer>
  /// The place among the running ones; kept by ``CurlMulti``.
  var slot = 0
  /// Which addresses may be connected to.
  private(set) var addresses = AddressRule.publicOnly
  private(set) var idleTimeout = 15.0
  // While it runs: what it sends, for whom, and through which transport.
  private var call: HTTPCall?
  private var client: (any TransferClient)?
  private var transport: CurlTransport?
  // What the running request sends beyond the client's own fields; nil when that is nothing.
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// What the body of the running request takes.
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
  }

  deinit { ccurl_transfer_free(handle) }

  /// Makes the handle ready for a call.
  func prepare(addresses: AddressRule, idleTimeout: Double) {
    if addresses != self.addresses {
      self.addresses = addresses
      handle.pointee.allowed_peer.0 = 0
    }
    self.idleTimeout = idleTimeout
    seenBytes = 0
  }

  /// Starts a transfer. Returns 0, or libcurl's error code.
  func start(
    _ call: HTTPCall, for client: any TransferClient, of transport: CurlTransport, url: HTTPURL,
    settings: CurlSettings, limits: WireLimits
  ) -> Int32 {
    let request = call.request
    if !request.headers.fields.isEmpty { headers = settings.headers(with: request.headers) }
    let code = add(request, url: url, settings: settings, limits: limits)
    if code != 0 {
      freeHeaders()
      return code
    }
    self.call = call
    self.client = client
    self.transport = transport
    return 0
  }

  /// Ends the transfer when it still runs for that client.
  func cancel(for client: any TransferClient) {
    guard self.client === client else { return }
    multi.abort(self)
    end(.cancelled)
  }

  /// Called by ``CurlMulti`` when libcurl is done.
  func complete(_ code: CURLcode) { end(.finished(code)) }

  /// Called by ``CurlMulti`` after an idle time-out.
  func failIdle() { end(.idle) }

  /// Whether nothing has moved for the idle time-out since the request was sent.
  func isIdle(now: UInt64) -> Bool {
    guard client != nil, handle.pointee.request_started != 0 else { return false }
    let bytes = 1 + handle.pointee.received + ccurl_transfer_uploaded(handle)
    if bytes != seenBytes {
      seenBytes = bytes
      seenAt = now
      return false
    }
    return Double(now - seenAt) / 1e9 >= idleTimeout
  }

  /// Charges the body so many bytes in all; false when the script has not so many left.
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
    guard let client, let call, let transport else { return }
    let result = transport.result(of: self, call, outcome)
    self.client = nil
    self.call = nil
    self.transport = nil
    charge = nil
    client.transferEnded(result)
    transport.reclaim(consume result)
  }

  private func add(
    _ request: HTTPRequest, url: HTTPURL, settings: CurlSettings, limits: WireLimits
  ) -> Int32 {
    var values = settings.values
    return url.text.withCString { text in
      request.method.withCString { method in
        request.body.withUnsafeBufferPointer { body in
          var wire = ccurl_request(
            url: text, origin_length: url.origin.text.utf8.count,
            method: request.method == "GET" && body.isEmpty ? nil : method,
            body: body.baseAddress, body_length: body.count,
            headers: headers ?? settings.ownHeaders,
            connect_ms: limits.connectMilliseconds, total_ms: limits.totalMilliseconds,
            body_limit: limits.bodyBytes, header_limit: limits.headerBytes)
          return multi.start(self, settings: &values, request: &wire)
        }
      }
    }
  }

  private func freeHeaders() {
    guard let headers else { return }
    ccurl_list_free(headers)
    self.headers = nil
  }
}

/// Limits of one transfer in libcurl's units.
struct WireLimits {
  let connectMilliseconds: Int
  let totalMilliseconds: Int
  let bodyBytes: Int
  let headerBytes: Int
}
