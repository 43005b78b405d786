#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import NIOCore
internal import NIOPosix

/// The first handler of the listening socket: accepts connections only while there is room.
///
/// At the limit, and when descriptors run out, new connections wait in the system's queue. Without
/// this handler a listening socket closes at the first error of `accept`.
final class AcceptGate: ChannelDuplexHandler, Sendable {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  /// How long to wait after a failed `accept` if no connection ends before, in seconds.
  private static let pause = 1.0

  private struct State {
    var open = 0
    var isPaused = false
    var owesRead = false
  }

  private let most: Int
  private let log: AccessLog
  private let state: NIOLoopBoundBox<State>

  /// - Parameter most: the most connections at once, including those that only learn that the
  ///   server is full.
  init(most: Int, log: AccessLog, loop: any EventLoop) {
    self.most = most
    self.log = log
    state = NIOLoopBoundBox(State(), eventLoop: loop)
  }

  func read(context: ChannelHandlerContext) {
    guard !state.value.isPaused, state.value.open < most else {
      state.value.owesRead = true
      return
    }
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    state.value.open += 1
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { [self] _ in
      state.value.open -= 1
      resume(bound.value)
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard Self.passes(error) else { return context.fireErrorCaught(error) }
    log.cannotAccept(error)
    state.value.isPaused = true
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: TimeAmount(seconds: Self.pause)) { [self] in
      resume(bound.value)
    }
  }

  private func resume(_ context: ChannelHandlerContext) {
    state.value.isPaused = false
    guard state.value.owesRead, state.value.open < most else { return }
    state.value.owesRead = false
    context.read()
  }

  /// Whether `accept` may work again later; NIO leaves the socket open after these errors.
  private static func passes(_ error: any Error) -> Bool {
    if error is NIOFcntlFailedError { return true }
    guard let error = error as? IOError else { return false }
    return [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
  }
}
