internal import Bindings
internal import MixCore
internal import NIOCore
internal import Notation
internal import ScriptHost
internal import Synchronization

/// A work that a screen shows: a `progress` among the first nodes of its tree.
struct ScreenWork: Sendable, Equatable {
  /// More of them stand in the page, as would cover its window.
  private static let most = 2
  /// The states of a work that its own screen alone shows.
  private static let privateStates: Set<String> = ["done", "failed", "canceled"]

  let node: LuaValue

  /// The works of a tree.
  static func list(_ tree: LuaValue) -> [ScreenWork] {
    guard case .array(let nodes)? = tree["children"] else { return [] }
    let works = nodes.filter { $0["kind"] == .string("progress") }.map(ScreenWork.init)
    return works.count > most ? [] : works
  }

  /// Its name for people, which stays while its count changes.
  var label: String { node["label"]?.shownText ?? "" }
  /// Its name among all works, if several screens show it.
  var id: String? { node["id"]?.shownText }
  /// Whether all pages show it: it can be stopped, or continued.
  var isShared: Bool {
    !actions.isEmpty && !Self.privateStates.contains(node["state"]?.shownText ?? "")
  }
  var actions: Set<String> {
    guard case .array(let buttons)? = node["actions"] else { return [] }
    return Set(buttons.compactMap { $0["action"]?.shownText })
  }
  /// How much is done, and of how much; nil without a total, or while it does not run.
  var count: (done: Double, total: Double)? {
    guard let done = node["done"]?.double, let total = node["total"]?.double,
      (node["state"] ?? .string("running")) == .string("running")
    else { return nil }
    return (done, total)
  }
}

/// The works of all screens: one list of the process, whose shared works every socket shows.
///
/// A shared work of several screens is there once. A private one belongs to its own screen, whatever
/// others show. A screen that its page has closed is kept as long as it is the one that shows a
/// shared work.
final class ScreenWorks: Sendable {
  /// How long a work is watched before it shows the time that it still takes, in seconds.
  private static let leastWatched = 3.0

  private struct Name: Hashable {
    let screen: String
    let label: String
    /// The screen of a private work; nil for a shared one.
    let number: Int?

    init(_ work: ScreenWork, of screen: OpenScreen) {
      (self.screen, label) = work.id.map { ("", $0) } ?? (screen.name, work.label)
      number = work.isShared ? nil : screen.number
    }
  }

  private struct Shown {
    let screen: OpenScreen
    let title: String
    let work: ScreenWork
    let left: Double?

    /// - Parameter id: the id of the work's own screen on a socket.
    func json(id: Int64? = nil) -> JSON {
      .members([
        "of": .int(Int64(screen.number)), "id": id.map(JSON.int), "screen": .string(screen.name),
        "title": .string(title), "shared": .bool(work.isShared), "left": left.map(JSON.number),
        "node": .raw(work.node.json),
      ])
    }
  }

  /// Where a work was when it was first seen, and how long it still takes.
  private struct Pace {
    let begun: Double
    let first: Double
    let total: Double
    var done: Double
    var left: Double?
  }

  private struct State {
    var shown: [Shown] = []
    var paces: [Name: Pace] = [:]
    var text = ScreenAnswer.works([])
    var followers: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  // Written by the hub's watch, read by event loops.
  private let state = Mutex(State())

  /// Looks at the works of all open screens, and tells sockets of changes.
  /// - Parameter now: seconds of a clock that never goes back.
  /// - Returns: the screens without a page that show no work which no other one shows.
  func update(_ screens: [OpenScreen], now: Double) -> [OpenScreen] {
    var (shown, names, idle): ([Shown], Set<Name>, [OpenScreen]) = ([], [], [])
    let tell = state.withLock { state -> [@Sendable () -> Void] in
      var paces: [Name: Pace] = [:]
      for screen in screens.sorted(by: Self.comesFirst) {
        let seen = screen.seen
        var isNeeded = !screen.isClosed
        for work in seen.end == nil ? seen.tree?.works ?? [] : [] {
          let name = Name(work, of: screen)
          guard !screen.isClosed || work.isShared, names.insert(name).inserted else { continue }
          isNeeded = true
          paces[name] = Self.pace(work, state.paces[name], now)
          shown.append(
            Shown(screen: screen, title: seen.title, work: work, left: paces[name]?.left))
        }
        if !isNeeded { idle.append(screen) }
      }
      let text = ScreenAnswer.works(shown.map { $0.json() })
      defer { (state.shown, state.paces, state.text) = (shown, paces, text) }
      return text == state.text ? [] : Array(state.followers.values)
    }
    for one in tell { one() }
    return idle
  }

  /// Screens of pages come first, so that a work is stopped where somebody sees it.
  private static func comesFirst(_ one: OpenScreen, _ other: OpenScreen) -> Bool {
    one.isClosed == other.isClosed ? one.number < other.number : other.isClosed
  }

  private static func pace(_ work: ScreenWork, _ known: Pace?, _ now: Double) -> Pace? {
    guard let (done, total) = work.count else { return nil }
    guard var pace = known, pace.total == total, pace.done <= done else {
      return Pace(begun: now, first: done, total: total, done: done)
    }
    guard done > pace.done else { return pace }
    pace.done = done
    let time = now - pace.begun
    if time >= leastWatched {
      pace.left = ((total - done) * time / (done - pace.first)).rounded(.up)
    }
    return pace
  }

  /// Tells a socket of changes.
  /// - Returns: whether there are works.
  func follow(_ follower: AnyObject, tell: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      state.followers[ObjectIdentifier(follower)] = tell
      return !state.shown.isEmpty
    }
  }

  func unfollow(_ follower: AnyObject) {
    state.withLock { $0.followers[ObjectIdentifier(follower)] = nil }
  }

  /// The message with the works that a socket shows: shared ones, and those of its own screens,
  /// which have the `id` of the screen on it.
  /// - Parameter ids: the ids of its screens by their numbers.
  func text(_ ids: [Int: Int64]) -> ByteBuffer {
    let shown = state.withLock(\.shown)
    return ScreenAnswer.works(
      shown.compactMap { one in
        one.work.isShared ? one.json() : ids[one.screen.number].map { one.json(id: $0) }
      })
  }

  /// Whether a socket follows the changes.
  var hasFollowers: Bool { state.withLock { !$0.followers.isEmpty } }

  /// The screen of a work; nil when the work has ended, or does not offer the action.
  func screen(_ number: Int64, action: String) -> OpenScreen? {
    state.withLock { state in
      state.shown.first {
        Int64($0.screen.number) == number && $0.work.actions.contains(action)
      }?.screen
    }
  }
}

extension LuaValue {
  fileprivate var double: Double? {
    switch self {
    case .int(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
