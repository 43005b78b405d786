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
  private var pool: [CurlTransfer] = []

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

  /// - Throws: ``HTTPError`` or `CancellationError`.
  @inline(__always)
  func send(_ call: HTTPCall) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let actual = upstreams.actual(for: call.url)
    let left = (call.deadline - time.monotonic).seconds
    guard left > 0 else { throw call.timeout("was not asked") }
    let options = call.request.options
    let (transfer, settings) = try borrow()
    transfer.prepare(
      addresses: actual == nil && configuration.proxy == nil ? call.addresses : .any,
      idleTimeout: options.idleTimeout)
    let limits = WireLimits(
      connectMilliseconds: Self.milliseconds(options.connectTimeout),
      totalMilliseconds: Self.milliseconds(left), bodyBytes: max(0, options.maxBytes),
      headerBytes: configuration.maxHeaderBytes)
    let generation = transfer.generation
    monitor.transferBegan()
    defer { giveBack(transfer) }
    let outcome: CurlTransfer.Outcome = try await reactor.suspend { continuation in
      transfer.start(
        continuation, call.request, url: actual ?? call.url, settings: settings, limits: limits)
    } onCancel: {
      transfer.cancel(generation: generation)
    }
    monitor.transferEnded(bytes: transfer.handle.pointee.body_length)
    switch outcome {
    case .cancelled: throw CancellationError()
    case .idle:
      throw HTTPError(
        .timeout,
        "\(call.url.authority) sent nothing for \(options.idleTimeout) s (idle time-out)",
        url: call.url.text, status: Self.status(transfer))
    case .finished(CURLE_OK): return CurlResponse.read(transfer.handle, call)
    case .finished(let code): throw CurlFailure.error(code, transfer.handle, call, configuration)
    }
  }

  private func borrow() throws(HTTPError) -> (CurlTransfer, CurlSettings) {
    if let settings, let pooled = pool.popLast() { return (pooled, settings) }
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
    if pool.count < configuration.maxConcurrent { pool.append(transfer) }
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    // 0 would mean libcurl's default, not "at once".
    Int(min(max(seconds, 0.001), 1e6) * 1000)
  }

  private static func status(_ transfer: CurlTransfer) -> Int? {
    let status = ccurl_transfer_status(transfer.handle)
    return status == 0 ? nil : status
  }
}
