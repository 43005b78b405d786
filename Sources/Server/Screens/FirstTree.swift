internal import Bindings
internal import MixCore
internal import NIOCore
internal import Notation
internal import Reactor

/// The screen that a page shows first. Its tree comes with the page, and the page's socket continues with it by a ticket.
struct FirstTree {
  let hub: ScreenHub

  /// - Parameter name: `chart/charts`.
  /// - Returns: `{"screen", "ticket", "title", "tree"}`, without `tree` when there is none yet; nil when too many
  ///   pages have not come back.
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
    // The socket brings what is wrong.
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
