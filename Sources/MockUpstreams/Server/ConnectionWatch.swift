import Hummingbird
import NIOCore
import Reactor
import Synchronization

/// Sits in a connection's pipeline and knows when the client has left, so that a waiting request ends
/// at once and is logged as aborted.
///
/// A client that only half-closes its side counts as gone too, as most servers see it: no client of a
/// mock sends FIN and then waits for the answer.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = NIOAny

  /// The cause of a request's wait.
  private struct Waiter {
    var continuation: CheckedContinuation<Void, Never>
    var timer: Scheduled<Void>
  }

  private let registry: ConnectionRegistry
  private let gone = Atomic<Bool>(false)
  private let waiter = Guarded<Waiter?>(nil)

  init(registry: ConnectionRegistry) {
    self.registry = registry
  }

  /// True once the client has closed the connection or its sending side.
  var clientIsGone: Bool { gone.load(ordering: .acquiring) }

  /// Waits on the event loop's timer, or until the client is gone.
  func wait(_ time: TimeAmount, on loop: any EventLoop) async {
    await withCheckedContinuation { continuation in
      loop.execute {
        guard !self.clientIsGone else { return continuation.resume() }
        let timer = loop.scheduleTask(in: time) { self.finishWaiting() }
        self.waiter.withLock { $0 = Waiter(continuation: continuation, timer: timer) }
      }
    }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    registry.add(self, for: context.channel)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    clientLeft()
    registry.remove(context.channel)
  }

  func channelInactive(context: ChannelHandlerContext) {
    clientLeft()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { clientLeft() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    clientLeft()
    context.fireErrorCaught(error)
  }

  private func clientLeft() {
    gone.store(true, ordering: .releasing)
    finishWaiting()
  }

  private func finishWaiting() {
    guard let waiting = waiter.withLock({ $0.take() }) else { return }
    waiting.timer.cancel()
    waiting.continuation.resume()
  }
}

/// Finds the ``ConnectionWatch`` of a request's connection.
final class ConnectionRegistry: Sendable {
  /// Connections come and go on several event loops.
  private let watches = Guarded<[ObjectIdentifier: ConnectionWatch]>([:])

  func add(_ watch: ConnectionWatch, for channel: any Channel) {
    watches.withLock { $0[ObjectIdentifier(channel)] = watch }
  }

  func remove(_ channel: any Channel) {
    _ = watches.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// The watch of an open connection; nil once it has closed.
  func watch(of channel: any Channel) -> ConnectionWatch? {
    watches.withLock { $0[ObjectIdentifier(channel)] }
  }
}
