internal import Reactor

/// Questions about upstreams, as `mixhost doctor` asks them.
extension LayerStack {
  /// See ``HTTPClient/reach(_:context:within:)``.
  func reach(
    _ url: String, _ context: RequestContext, within seconds: Double
  ) async throws -> Double {
    guard !cache.isOffline else {
      throw HTTPError(.offline, "the network is off (http.offline or --offline)", url: url)
    }
    guard standIn == nil else {
      throw HTTPError(
        .notRecorded, "connections alone are not recorded: run it without --record and --replay",
        url: url)
    }
    var request = HTTPRequest(url: url)
    request.options.connectTimeout = seconds
    request.options.totalTimeout = seconds
    request.attachments = HTTPAttachments()
    request.attachments?.connectsOnly = true
    let call = try prepare(request, context).call.get()
    do { _ = try await transport.send(call) } catch { throw HTTPError.named(error, url) }
    return (time.monotonic - call.started).seconds
  }

  /// See ``HTTPClient/upstreamState(of:client:context:)``.
  func upstreamState(
    of text: String, client: String?, _ context: RequestContext
  ) async throws -> UpstreamState {
    let url = try HTTPURL(text)
    _ = try PolicyCheck().check(url, context.policy)
    return await governor.state(
      of: url, limits.entry(host: url.authority, client: client))
  }
}
