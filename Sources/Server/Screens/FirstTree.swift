internal import Bindings
internal import MixCore
internal import NIOCore
internal import Notation
internal import Reactor

/// The screen that a page shows first. Its tree is part of the page, and the page's socket takes
/// the screen over by a ticket.
struct FirstTree {
  let hub: ScreenHub

  /// Opens a screen and waits for its first tree.
  /// - Parameter name: the screen's name, such as `chart/charts`.
  /// - Returns: `{"screen", "ticket", "title", "tree"}`, without `tree` if none came in time; nil
  ///   if too many pages have not connected yet.
  func ask(_ name: String) async -> JSON? {
    let (news, new) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let screen = hub.open(name) { new.yield() }
    let timer = Deadline(in: .seconds(clamping: hub.firstTreeTime)) { new.finish() }
    defer { timer.cancel() }
    for await _ in news {
      let state = screen.take()
      if state.tree != nil || state.problem != nil || state.end != nil { break }
    }
    let state = screen.take()
    let shown = state.tree?.shown(.init())
    // The socket will report a problem.
    let version = shown == nil || state.problem != nil ? 0 : state.version
    guard let ticket = hub.keep(screen, shown, version) else {
      hub.close(screen)
      return nil
    }
    return .members([
      "screen": .string(name), "ticket": .string(ticket), "title": .string(state.title),
      "tree": shown.map { .raw(Array($0.text.readableBytesView)) },
    ])
  }
}
