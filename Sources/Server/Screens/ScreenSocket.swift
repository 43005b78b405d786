internal import Bindings
internal import MixCore
internal import NIOCore
internal import NIOWebSocket

/// `/api/screens/ws`: all screens of a browser on one socket (docs/screens.md, "Over the socket").
///
/// A client that reads slowly gets the newest state when it can take it. Answers to its requests
/// are kept, up to a limit.
final class ScreenSocket: WebSocketEndpoint {
  /// The most screens that a socket may have open.
  private static let mostScreens = 64
  /// The most actions of a socket under way at once.
  private static let mostCalls = 64
  /// The number of a screen's calls remembered, so that each is done once.
  private static let rememberedCalls = 1_000
  /// The most answers that wait for a client that does not read.
  private static let mostAnswers = 256

  private struct Call {
    let number: Int64
    let action: String
    let args: String
    /// The room for the arguments, held as long as the call.
    let room: ByteRoom
  }

  private final class Shown {
    let screen: OpenScreen
    var windows = ScreenWindows()
    var sent: ShownTree?
    /// The version of the state that was sent last.
    var version = 0
    var showsProblem = false
    /// Whether the page wants another part of a list than was sent.
    var isMoved = false
    var calls: Set<Int64> = []
    var order: [Int64] = []
    /// Calls that came before the view's first result; a page that reconnects shows its old tree.
    var early: [Call] = []

    init(_ screen: OpenScreen) { self.screen = screen }

    /// Continues with a screen whose tree the page already has.
    convenience init(_ kept: KeptScreens.Kept) {
      self.init(kept.screen)
      sent = kept.sent
      version = kept.version
    }

    /// Remembers a call. Returns whether it is new.
    func note(_ call: Int64) -> Bool {
      guard calls.insert(call).inserted else { return false }
      order.append(call)
      if order.count > rememberedCalls { calls.remove(order.removeFirst()) }
      return true
    }
  }

  private let hub: ScreenHub
  private let ledger: ByteLedger
  private let mayAsk: @Sendable () -> String?
  private let mayFollow: @Sendable () -> Bool
  private var socket: WebSocketSession?
  private var loop: (any EventLoop)?
  private var screens: [Int64: Shown] = [:]
  private var waiting: [ByteBuffer] = []
  private var calls = 0
  /// Whether the works have changed since they were sent.
  private var hasWorks = false

  /// - Parameters:
  ///   - mayAsk: called for each message; why it is refused, or nil.
  ///   - mayFollow: called before anything is sent; whether the session is still valid.
  init(
    hub: ScreenHub, ledger: ByteLedger, mayAsk: @escaping @Sendable () -> String?,
    mayFollow: @escaping @Sendable () -> Bool
  ) {
    self.hub = hub
    self.ledger = ledger
    self.mayAsk = mayAsk
    self.mayFollow = mayFollow
  }

  /// An action may receive a dropped file.
  var messageBytes: Int? { 8 << 20 }

  func opened(_ socket: WebSocketSession) {
    self.socket = socket
    loop = socket.loop
    guard let loop else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    if hub.works.follow(self, tell: { loop.execute { bound.value.showWorks() } }) { showWorks() }
  }

  func closed() {
    for shown in screens.values { hub.close(shown.screen) }
    hub.works.unfollow(self)
    screens = [:]
    waiting = []
    socket = nil
  }

  func received(text: ByteBuffer, _ socket: WebSocketSession) {
    do {
      let (id, request) = try ScreenRequest.read(text)
      if case .ping = request {
        guard follows() else { return }
        return socket.answer(text: ByteBuffer(string: "{\"type\":\"pong\"}"))
      }
      take(id, request, refusal: mayAsk())
    } catch {
      answer(ScreenAnswer.problem(nil, error.description))
    }
  }

  private func take(_ id: Int64, _ request: ScreenRequest, refusal: String?) {
    switch request {
    case .ping: break
    case .open(let screen, let ticket):
      if let refusal { return answer(ScreenAnswer.ended(id, ScreenEnd(.refused, refusal))) }
      open(id, screen, ticket)
    case .close:
      if let shown = screens.removeValue(forKey: id) { close(shown) }
    case .look:
      guard let shown = screens[id], refusal == nil, follows() else { return }
      hub.look(shown.screen)
    case .window(let node, let window):
      guard let shown = screens[id], refusal == nil, follows() else { return }
      shown.windows.set(node, window)
      shown.isMoved = true
      send(id, shown)
    case .act(let call, let action, let args):
      guard let shown = screens[id] else {
        return answer(ScreenAnswer.called(id, call, failure: "no screen has the id \(id)"))
      }
      guard shown.note(call), let call = begun(id, call, action, args, refusal) else { return }
      if shown.version > 0 { start(id, shown.screen, call) } else { shown.early.append(call) }
    case .work(let call, let action, let args):
      guard let screen = hub.works.screen(id, action: action) else {
        return answer(ScreenAnswer.called(id, call, failure: "that work has ended"))
      }
      guard let call = begun(id, call, action, args, refusal) else { return }
      start(id, screen, call, isWork: true)
    }
  }

  /// A call that may begin; nil for one that is refused, with the reason as its answer.
  private func begun(
    _ id: Int64, _ call: Int64, _ action: String, _ args: String, _ refusal: String?
  ) -> Call? {
    let full = calls < Self.mostCalls ? nil : "\(calls) actions are under way: wait for one"
    let room = ledger.take(args.utf8.count)
    guard let room, refusal == nil, full == nil else {
      answer(ScreenAnswer.called(id, call, failure: refusal ?? full ?? ByteLedger.message))
      return nil
    }
    calls += 1
    return Call(number: call, action: action, args: args, room: room)
  }

  // MARK: Screens

  private func open(_ id: Int64, _ name: String, _ ticket: String?) {
    guard let loop else { return }
    // A page that reuses an id starts over.
    if let old = screens.removeValue(forKey: id) { close(old) }
    guard screens.count < Self.mostScreens else {
      let end = ScreenEnd(.refused, "\(Self.mostScreens) screens are open: close one of them")
      return answer(ScreenAnswer.ended(id, end))
    }
    let bound = NIOLoopBound(self, eventLoop: loop)
    let tell: @Sendable () -> Void = { loop.execute { bound.value.look(id) } }
    if let kept = ticket.flatMap({ hub.kept.take($0, name) }) {
      kept.screen.hand(to: tell)
      screens[id] = Shown(kept)
      look(id)
      if !(kept.screen.seen.tree?.works ?? []).isEmpty { showWorks() }
    } else {
      screens[id] = Shown(hub.open(name, tell: tell))
    }
  }

  private func close(_ shown: Shown) {
    calls -= shown.early.count
    hub.close(shown.screen)
  }

  /// Whether the session that opened the socket is still valid; closes the socket if not.
  private func follows() -> Bool {
    if mayFollow() { return true }
    socket?.close(.policyViolation, "the session has ended: sign in again")
    return false
  }

  private func look(_ id: Int64) {
    guard follows() else { return }
    if let shown = screens[id] { send(id, shown) }
  }

  /// Sends changes of a screen if the client can take them.
  private func send(_ id: Int64, _ shown: Shown) {
    guard let socket, socket.isWritable else { return }
    let state = shown.screen.take()
    if let end = state.end {
      screens[id] = nil
      close(shown)
      for call in shown.early {
        answer(ScreenAnswer.called(id, call.number, failure: end.message))
      }
      return socket.send(text: ScreenAnswer.ended(id, end))
    }
    guard shown.isMoved || state.version > shown.version else { return }
    let isNew = state.version > shown.version
    shown.isMoved = false
    shown.version = state.version
    if let tree = state.tree { send(id, shown, state.title, tree, isGood: state.problem == nil) }
    if let problem = state.problem, isNew {
      shown.showsProblem = true
      socket.send(text: ScreenAnswer.problem(id, problem))
    }
    // A window that was set early brings no result.
    guard shown.version > 0 else { return }
    let early = shown.early
    shown.early = []
    for call in early { start(id, shown.screen, call) }
  }

  private func send(_ id: Int64, _ shown: Shown, _ title: String, _ tree: DrawnTree, isGood: Bool) {
    let new = tree.shown(shown.windows)
    guard let old = shown.sent else {
      shown.sent = new
      shown.showsProblem = false
      socket?.send(text: ScreenAnswer.tree(id, title: title, new.text))
      return
    }
    if new === old, !(isGood && shown.showsProblem) { return }
    let patches = new === old ? ByteBuffer(string: "[]") : new.patches(from: old)
    shown.sent = new
    // An empty patch only reports that the problem is over.
    if patches.readableBytes == 2, !(isGood && shown.showsProblem) { return }
    shown.showsProblem = false
    socket?.send(text: ScreenAnswer.patch(id, patches))
  }

  // MARK: Actions

  /// - Parameter isWork: whether the screen may be another socket's.
  private func start(_ id: Int64, _ screen: OpenScreen, _ call: Call, isWork: Bool = false) {
    guard let loop else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    Task { [hub] in
      let failure = await hub.act(screen, call.action, call.args)
      withExtendedLifetime(call.room) {}
      loop.execute { bound.value.done(id, screen, call.number, failure, isWork) }
    }
  }

  private func done(
    _ id: Int64, _ screen: OpenScreen, _ call: Int64, _ failure: String?, _ isWork: Bool
  ) {
    calls -= 1
    let shown = screens[id].flatMap { $0.screen === screen ? $0 : nil }
    guard isWork || shown != nil, follows() else { return }
    // Send the action's changes before its result.
    if let shown { send(id, shown) }
    answer(ScreenAnswer.called(id, call, failure: failure))
  }

  // MARK: Answers

  private func showWorks() {
    hasWorks = true
    sendWorks()
  }

  private func sendWorks() {
    guard let socket, socket.isWritable, hasWorks, follows() else { return }
    hasWorks = false
    let ids = Dictionary(screens.map { ($1.screen.number, $0) }) { one, _ in one }
    socket.send(text: hub.works.text(ids))
  }

  private func answer(_ text: ByteBuffer) {
    guard let socket else { return }
    if socket.isWritable, waiting.isEmpty { return socket.send(text: text) }
    waiting.append(text)
    if waiting.count > Self.mostAnswers {
      socket.close(.policyViolation, "too many answers were not read")
    }
  }

  func writable(_ socket: WebSocketSession) {
    guard follows() else { return }
    for (id, shown) in screens { send(id, shown) }
    sendWorks()
    while socket.isWritable, !waiting.isEmpty { socket.send(text: waiting.removeFirst()) }
  }
}
