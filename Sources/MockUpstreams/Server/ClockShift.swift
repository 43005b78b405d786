import Hummingbird
import NIOCore
import NIOHTTPTypes
import Notation

/// Sets the `Date` field of each answer: a server whose clock is off.
///
/// It sits in the connection's pipeline, behind the server that writes the field.
final class ClockShift: ChannelOutboundHandler, RemovableChannelHandler, Sendable {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let seconds: Int
  private let pace: TimePace?

  /// - Parameters:
  ///   - seconds: how far the clock is ahead; below zero, behind.
  ///   - pace: how fast it goes; nil: as the machine's.
  init(seconds: Int, pace: TimePace? = nil) {
    self.seconds = seconds
    self.pace = pace
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), head.headerFields[.date] != nil else {
      return context.write(data, promise: promise)
    }
    let now = pace?.wall(PresentTime.seconds) ?? PresentTime.seconds
    head.headerFields[.date] = HTTPDate.format(now + Double(seconds))
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
