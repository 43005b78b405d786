internal import Notation
internal import CCurl
internal import Reactor

/// Layer 7: sends one request through libcurl and reads its answer.
///
/// libcurl is loaded with the first request, because its thirty libraries take 8 to 11 ms.
final class CurlTransport {
  private let reactor: Reactor
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private let configuration: HTTPConfiguration
  private let upstreams: UpstreamMap
  // Made at the first request.
  private var multi: CurlMulti?
  private var settings: CurlSettings?
  private var idle: [CurlTransfer] = []
  private var nextNumber: UInt64 = 0

  init(
    reactor: Reactor, time: any TimeSource, monitor: HTTPMonitor,
    configuration: HTTPConfiguration, upstreams: UpstreamMap
  ) {
    self.reactor = reactor
    self.time = time
    self.monitor = monitor
    self.configuration = configuration
    self.upstreams = upstreams
  }

  /// Sends a request and waits for its answer; cancelling the task aborts the transfer.
  /// - Throws: ``HTTPError`` or `CancellationError`.
  func send(_ call: HTTPCall) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let number = nextNumber
    nextNumber += 1
    return try await reactor.suspend { continuation in
      do throws(HTTPError) {
        try start(call, number, continuation)
      } catch {
        continuation.resume(throwing: error)
      }
    } onCancel: { [self] in
      multi?.cancel(number, of: self)
    }
  }

  private func start(
    _ call: HTTPCall, _ number: UInt64, _ continuation: CurlTransfer.Continuation
  ) throws(HTTPError) {
    var call = call.request.attachments?.sink.map { call.adding($0.begin()) } ?? call
    let actual = upstreams.actual(for: call.url)
    var address = actual ?? call.url
    if let parameter = call.request.options.keyParameter {
      (call, address) = Self.keyed(call, address, parameter)
    }
    let left = (call.deadline - time.monotonic).seconds
    guard left > 0 else { throw call.timeout("was not asked") }
    let (transfer, settings) = try borrow()
    let proxy = configuration.proxies.proxy(for: actual ?? call.url)
    transfer.prepare(
      addresses: actual == nil && proxy == nil ? call.addresses : .any,
      idleTimeout: call.request.options.idleTimeout)
    let limits = WireLimits(
      connectMilliseconds: Self.milliseconds(call.request.options.connectTimeout),
      totalMilliseconds: Self.milliseconds(left),
      bodyBytes: max(0, call.request.options.maxBytes),
      headerBytes: configuration.maxHeaderBytes)
    monitor.transferBegan()
    let code = transfer.start(
      call, number, continuation, of: self, url: address, settings: settings, limits: limits,
      proxy: proxy)
    guard code == 0 else {
      monitor.transferEnded(bytes: 0)
      defer { giveBack(transfer) }
      throw CurlFailure.error(CURLE_FAILED_INIT, transfer.handle, call, configuration)
    }
  }

  /// Moves the key from its field into the query, or behind the path: the service reads it there.
  private static func keyed(
    _ call: HTTPCall, _ address: HTTPURL, _ parameter: String
  ) -> (HTTPCall, HTTPURL) {
    guard let key = call.request.headers[HTTPOptions.keyField] else { return (call, address) }
    var call = call
    call.request.headers[HTTPOptions.keyField] = nil
    if parameter == HTTPOptions.keyPath {
      let isDouble = address.text.hasSuffix("/") && key.hasPrefix("/")
      return (call, address.appending(String(isDouble ? key.dropFirst() : key[...])))
    }
    let mark = address.text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return (call, address.appending("\(mark)\(parameter)=\(key)"))
  }

  /// Called by a transfer that has ended: what came of it.
  func result(
    of transfer: CurlTransfer, _ call: HTTPCall, _ outcome: CurlTransfer.Outcome
  ) -> Result<HTTPResponse, any Error> {
    monitor.transferEnded(
      bytes: transfer.handle.pointee.body_length + Int(transfer.handle.pointee.streamed))
    defer { giveBack(transfer) }
    switch outcome {
    case .cancelled: return .failure(CancellationError())
    case .failed(let error): return .failure(error)
    case .idle:
      let seconds = call.request.options.idleTimeout
      return .failure(
        HTTPError(
          .timeout, "\(call.url.authority) sent nothing for \(seconds) s (idle time-out)",
          url: call.url.text, status: Self.status(transfer)))
    case .finished(CURLE_OK):
      return read(transfer, call)
    case .finished(let code):
      return .failure(CurlFailure.error(code, transfer.handle, call, configuration))
    }
  }

  private func read(
    _ transfer: CurlTransfer, _ call: HTTPCall
  ) -> Result<HTTPResponse, any Error> {
    let length = transfer.handle.pointee.body_length
    let isLarge = length > Int(CCURL_KEPT_BODY)
    if isLarge, !transfer.chargeBody(transfer.handle.pointee.body_capacity + length) {
      return .failure(CurlFailure.noRoom(call))
    }
    var response = CurlResponse.read(transfer.handle, call)
    if isLarge { response.charge = transfer.takeCharge() }
    return .success(response)
  }

  private func borrow() throws(HTTPError) -> (CurlTransfer, CurlSettings) {
    if let settings, let pooled = idle.popLast() { return (pooled, settings) }
    if multi == nil {
      multi = try CurlMulti.of(reactor, library: configuration.libcurl)
      settings = CurlSettings(configuration)
    }
    guard let multi, let settings, let transfer = CurlTransfer(multi: multi) else {
      throw HTTPError(.unavailable, "libcurl cannot start a transfer: out of memory")
    }
    return (transfer, settings)
  }

  private func giveBack(_ transfer: CurlTransfer) {
    ccurl_transfer_shrink(transfer.handle)
    if idle.count < configuration.maxConcurrent { idle.append(transfer) }
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    // 0 would mean libcurl's default, not "at once".
    Int(clamping: min(max(seconds, 0.001), 1e6) * 1000)
  }

  private static func status(_ transfer: CurlTransfer) -> Int? {
    let status = ccurl_transfer_status(transfer.handle)
    return status == 0 ? nil : status
  }
}
