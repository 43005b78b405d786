/// Answers requests in the place of the network, for tests: below every layer of the client but the
/// transfer, so that policy, cache, retries and limits are those of a real request.
public protocol HTTPResponder: Sendable {
  /// The answer to a request whose address is that of the hop, upstreams not replaced; nil leaves it
  /// to the network. Called on the client's reactor.
  /// - Throws: ``HTTPError``; anything else ends the request as it is.
  func response(to request: HTTPRequest) async throws -> HTTPResponse?
}

/// A stand-in for libcurl.
protocol TransferStandIn {
  /// - Throws: ``HTTPError`` or `CancellationError`.
  func send(_ call: HTTPCall) async throws -> HTTPResponse
}

extension TransferStandIn {
  /// The most of a download that goes through memory.
  private static var maxBytes: Int { 256_000_000 }

  /// As ``send(_:)``; an answer meant for a file is written there.
  func answer(_ call: HTTPCall) async throws -> HTTPResponse {
    guard let sink = call.request.attachments?.sink else {
      return try await send(call)
    }
    var plain = call.adding(sink.begin())
    plain.request.attachments?.sink = nil
    plain.request.options.maxBytes = min(plain.request.options.maxBytes, Self.maxBytes)
    var response = try await send(plain)
    guard response.status == 200 || response.status == 206 else { return response }
    let whole = response
    if let failure = await sink.take(whole) { throw failure }
    response.body = []
    return response
  }
}

/// Layer 7 of a client with a responder.
final class ResponderTransport: TransferStandIn {
  private let responder: any HTTPResponder
  private let monitor: HTTPMonitor
  private let transfer: CurlTransport

  init(_ responder: any HTTPResponder, monitor: HTTPMonitor, transfer: CurlTransport) {
    self.responder = responder
    self.monitor = monitor
    self.transfer = transfer
  }

  func send(_ call: HTTPCall) async throws -> HTTPResponse {
    try Task.checkCancellation()
    guard var response = try await responder.response(to: call.hop) else {
      return try await transfer.send(call)
    }
    monitor.transferBegan()
    monitor.transferEnded(bytes: response.body.count)
    let limit = call.request.options.maxBytes
    if response.body.count > limit {
      throw HTTPError(
        .tooLarge, "the body is larger than \(limit) bytes", url: call.url.text,
        status: response.status)
    }
    response.url = call.url.text
    response.age = Double(Freshness.ageField(response.headers))
    return response
  }
}
