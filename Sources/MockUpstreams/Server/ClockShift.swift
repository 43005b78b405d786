import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Sets the `Date` field of each answer: a server whose clock is off.
///
/// It sits in the connection's pipeline, behind the server that writes the field.
final class ClockShift: ChannelOutboundHandler, RemovableChannelHandler, Sendable {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let seconds: Int

  /// - Parameter seconds: how far the clock is ahead; below zero, behind.
  init(seconds: Int) { self.seconds = seconds }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), head.headerFields[.date] != nil else {
      return context.write(data, promise: promise)
    }
    head.headerFields[.date] = AnswerDate.field(AnswerDate.seconds + seconds)
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
