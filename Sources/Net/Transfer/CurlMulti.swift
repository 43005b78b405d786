internal import Notation
internal import CCurl
internal import Reactor

// @unchecked Sendable: everything is touched on the reactor's thread, except for the constant
// `handle` in `wake`, the one call that libcurl allows from any thread.
/// libcurl's multi handle as the way in which a reactor waits. One per reactor, shared by its clients.
final class CurlMulti: ReactorWaiter, @unchecked Sendable {  // confined: see above
  private let handle: OpaquePointer
  unowned let reactor: Reactor
  private var running: [ObjectIdentifier: CurlTransfer] = [:]
  // Whether a transfer was started since libcurl worked last: then there is nothing to wait for.
  private var hasNew = false
  private var sweep: TimerID?

  /// The multi handle of a reactor, which is made and installed when it has none.
  /// - Throws: ``HTTPError`` of kind `unavailable`.
  static func of(_ reactor: Reactor, library: String) throws(HTTPError) -> CurlMulti {
    if let error = ccurl_load(library) {
      throw HTTPError(
        .unavailable,
        "libcurl cannot be loaded: \(String(cString: error)); install it (Debian: libcurl4)")
    }
    if let installed = reactor.installedWaiter as? CurlMulti { return installed }
    guard let handle = ccurl_multi_new(128) else {
      throw HTTPError(.unavailable, "libcurl cannot start: out of memory or file descriptors")
    }
    let multi = CurlMulti(handle: OpaquePointer(handle), reactor: reactor)
    reactor.install(multi)
    return multi
  }

  private init(handle: OpaquePointer, reactor: Reactor) {
    self.handle = handle
    self.reactor = reactor
  }

  deinit { ccurl_multi_free(UnsafeMutableRawPointer(handle)) }

  private var multi: UnsafeMutableRawPointer { UnsafeMutableRawPointer(handle) }

  // MARK: ReactorWaiter

  func wait(milliseconds: Int32) {
    // libcurl takes no "for ever".
    if !hasNew { ccurl_multi_wait(multi, milliseconds < 0 ? 3_600_000 : milliseconds) }
    poll()
  }

  func poll() {
    hasNew = false
    if running.isEmpty { return }
    _ = ccurl_multi_perform(multi)
    var result = CURLE_OK
    while let done = ccurl_multi_next_done(multi, &result) {
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(done.pointee.owner).takeUnretainedValue()
      remove(transfer)
      if result != CURLE_OK, done.pointee.request_started == 0 {
        // Transfers to a host wait for its first connection, which may carry them all (HTTP/2).
        // Without this the next one alone would try again, and each wait for the one before.
        for waiting in running.values where waiting.origin == transfer.origin {
          ccurl_transfer_connect_alone(waiting.handle)
        }
      }
      transfer.complete(result)
    }
  }

  func wake() { ccurl_multi_wake(multi) }

  // MARK: transfers

  /// Starts a transfer. Returns 0, or libcurl's error code.
  func start(
    _ transfer: CurlTransfer, settings: inout ccurl_settings, request: inout ccurl_request
  ) -> Int32 {
    let code = ccurl_transfer_start(multi, transfer.handle, &settings, &request)
    if code != 0 { return code }
    hasNew = true
    running[ObjectIdentifier(transfer)] = transfer
    if sweep == nil { scheduleSweep() }
    return 0
  }

  /// A transfer that waited continues: libcurl is to be called before the next wait.
  func hasWork() { hasNew = true }

  /// Cancels a request's transfer, if it still runs.
  func cancel(_ number: UInt64, of transport: CurlTransport) {
    running.values.first { $0.runs(number, of: transport) }?.cancel()
  }

  /// Takes a running transfer off, without completing it.
  func abort(_ transfer: CurlTransfer) {
    ccurl_transfer_abort(multi, transfer.handle)
    remove(transfer)
  }

  private func remove(_ transfer: CurlTransfer) { running[ObjectIdentifier(transfer)] = nil }

  // MARK: idle time-outs

  /// One timer looks after all transfers: setting and clearing one for each would cost more than the
  /// transfer's other bookkeeping together.
  private func scheduleSweep() {
    let shortest = running.values.reduce(1.0) { min($0, $1.idleTimeout / 4) }
    let interval = UInt64(clamping: max(shortest, 0.01) * 1e9)
    sweep = reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + interval) { [unowned self] in
      sweep = nil
      let now = Reactor.monotonicNanoseconds()
      for transfer in running.values where transfer.isIdle(now: now) {
        abort(transfer)
        transfer.failIdle()
      }
      if !running.isEmpty { scheduleSweep() }
    }
  }
}
