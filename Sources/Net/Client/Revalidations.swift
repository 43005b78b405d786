internal import Notation
internal import Reactor

/// Asks the origin anew for answers that were served past their freshness (RFC 5861, 3), behind their
/// backs: once for each address and header at a time. Confined to the client's reactor.
final class Revalidations {
  /// The question.
  private struct Key: Hashable {
    let url: String
    let headers: HTTPHeaders
  }

  private let reactor: Reactor
  private var running: [Key: Task<Void, Never>] = [:]

  init(_ reactor: Reactor) { self.reactor = reactor }

  /// Asks for what a request was answered with, unless that is under way.
  func begin(_ call: HTTPCall, through stack: LayerStack) {
    let key = Key(url: call.url.text, headers: call.request.headers)
    if running[key] != nil { return }
    var context = call.context
    context.isRevalidation = true
    let (request, confined) = (call.hop, Confined((self, stack), to: reactor))
    running[key] = Task(executorPreference: reactor) { [context] in
      let (revalidations, stack) = confined.value
      // Its answer goes into the cache; a failure leaves there what was good enough a moment ago.
      _ = try? await stack.send(stack.prepare(request, context))
      revalidations.running[key] = nil
    }
  }

  /// Waits for those that are under way, and cancels what has not ended within the machine's seconds.
  func settle(within seconds: Double) async {
    if running.isEmpty { return }
    let nanoseconds = UInt64(clamping: min(max(seconds, 0), 60) * 1e9)
    let timer = reactor.scheduleTimer(at: Reactor.monotonicNanoseconds() + nanoseconds) {
      [unowned self] in
      for task in running.values { task.cancel() }
    }
    while let task = running.values.first { await task.value }
    reactor.cancelTimer(timer)
  }
}
