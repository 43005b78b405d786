internal import NIOCore
internal import NIOWebSocket
internal import Notation

/// `/ws/progress?jobId=`: follows one job to its end (document 002).
final class ProgressEndpoint: WebSocketEndpoint {
  /// The job's UUID in lower case.
  let key: String
  private let hub: ProgressHub
  private let limits: ServerLimits
  private let find: @Sendable (String) -> Void
  private let mayFollow: @Sendable () -> Bool
  private var socket: WebSocketSession?
  private var fanout: LoopFanout?
  private var seen = 0
  /// Whether the job was not known when the client came, who hears of its start (document 002).
  private var cameFirst = false
  private var patience: Scheduled<Void>?
  private var keepAlive: RepeatedTask?

  /// - Parameters:
  ///   - mayFollow: called before each message; whether the client may still receive it.
  ///   - find: reads a job from the store and passes its state to the hub.
  init(
    key: String, hub: ProgressHub, limits: ServerLimits,
    mayFollow: @escaping @Sendable () -> Bool, find: @escaping @Sendable (String) -> Void
  ) {
    self.key = key
    self.hub = hub
    self.limits = limits
    self.mayFollow = mayFollow
    self.find = find
  }

  func opened(_ socket: WebSocketSession) {
    guard let loop = socket.loop, !hub.isStopped else {
      return socket.close(.goingAway, "the server stops")
    }
    self.socket = socket
    let bound = NIOLoopBound(self, eventLoop: loop)
    // Clients connect before they request the job (document 002), so wait for an unknown one.
    patience = loop.scheduleTask(in: TimeAmount(seconds: limits.startTime)) {
      bound.value.giveUp()
    }
    let pause = TimeAmount(seconds: limits.pingTime)
    keepAlive = loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
      bound.value.sendKeepAlive()
    }
    let fanout = hub.fanout(loop)
    self.fanout = fanout
    fanout.add(self)
    cameFirst = seen == 0
    if cameFirst { find(key) }
  }

  /// Sends a message that the client has not seen. A client that reads too slowly gets the newest
  /// one later.
  func take(_ frame: ProgressHub.Frame) {
    guard let socket, frame.version > seen else { return }
    guard socket.isWritable || frame.snapshot.isOver else { return }
    guard mayFollow() else { return refuse(socket) }
    // A job may have gone on since the last look at it.
    if seen == 0, cameFirst, frame.snapshot.phase != .starting {
      socket.send(text: ByteBuffer(bytes: frame.snapshot.start.message().bytes))
    }
    seen = frame.version
    patience?.cancel()
    socket.send(text: frame.text)
    if let (code, reason) = frame.snapshot.closing { socket.close(code, reason) }
  }

  func writable(_ socket: WebSocketSession) {
    if let frame = hub.frame(key) { take(frame) }
  }

  func received(text: ByteBuffer, _ socket: WebSocketSession) {
    // Clients of document 002 send this to check that the server is alive.
    if text.readableBytesView.elementsEqual("PING".utf8) {
      socket.answer(text: ByteBuffer(string: "PONG"))
    }
  }

  func closed() {
    patience?.cancel()
    keepAlive?.cancel()
    fanout?.remove(self)
    socket = nil
  }

  /// Closes the socket because the server stops.
  func stop() { socket?.close(.goingAway, "the server stops", patience: 1) }

  /// Closes the socket because the client's session has ended.
  private func refuse(_ socket: WebSocketSession) {
    socket.close(.policyViolation, "the session has ended: sign in again")
  }

  private func giveUp() {
    if seen == 0 { socket?.close(.policyViolation, "no job of this jobId was started") }
  }

  private func sendKeepAlive() {
    guard let socket, socket.isWritable, let snapshot = hub.snapshot(key), !snapshot.isOver else {
      return
    }
    guard mayFollow() else { return refuse(socket) }
    socket.send(text: ByteBuffer(bytes: snapshot.message(keepAlive: true).bytes))
  }
}
