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

/// The works of all screens, which every socket shows: one list of the process.
///
/// A work of several screens is there once. A screen that its page has closed is kept as long as it
/// is the one that shows a work.
final class ScreenWorks: Sendable {
  /// How long a work is watched before it shows the time that it still takes, in seconds.
  private static let leastWatched = 3.0

  private struct Name: Hashable {
    let screen: String
    let label: String
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
    var shown: [(screen: OpenScreen, work: ScreenWork)] = []
    var paces: [Name: Pace] = [:]
    var text = ScreenWorks.none
    var followers: [ObjectIdentifier: @Sendable () -> Void] = [:]
  }

  private static let none = ScreenAnswer.works([])
  // Written by the hub's watch, read by event loops.
  private let state = Mutex(State())

  /// Looks at the works of all open screens, and tells sockets of changes.
  /// - Parameter now: seconds of a clock that never goes back.
  /// - Returns: the screens without a page that show no work which no other one shows.
  func update(_ screens: [OpenScreen], now: Double) -> [OpenScreen] {
    var (shown, names, idle): ([(screen: OpenScreen, work: ScreenWork)], Set<Name>, [OpenScreen]) =
      ([], [], [])
    var texts: [JSON] = []
    let tell = state.withLock { state -> [@Sendable () -> Void] in
      var paces: [Name: Pace] = [:]
      for screen in screens.sorted(by: Self.comesFirst) {
        let seen = screen.seen
        var isNeeded = !screen.isClosed
        for work in seen.end == nil ? seen.tree?.works ?? [] : [] {
          let name = Name(screen: screen.name, label: work.label)
          guard !screen.isClosed || work.isShared, names.insert(name).inserted else { continue }
          isNeeded = true
          paces[name] = Self.pace(work, state.paces[name], now)
          shown.append((screen, work))
          texts.append(Self.json(screen, seen.title, work, left: paces[name]?.left))
        }
        if !isNeeded { idle.append(screen) }
      }
      let text = ScreenAnswer.works(texts)
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

  private static func json(
    _ screen: OpenScreen, _ title: String, _ work: ScreenWork, left: Double?
  ) -> JSON {
    .members([
      "of": .int(Int64(screen.number)), "screen": .string(screen.name), "title": .string(title),
      "shared": .bool(work.isShared), "left": left.map(JSON.number),
      "node": .raw(work.node.json),
    ])
  }

  /// Tells a socket of changes.
  /// - Returns: the present works; nil if there are none.
  func follow(_ follower: AnyObject, tell: @escaping @Sendable () -> Void) -> ByteBuffer? {
    state.withLock { state in
      state.followers[ObjectIdentifier(follower)] = tell
      return state.text == Self.none ? nil : state.text
    }
  }

  func unfollow(_ follower: AnyObject) {
    state.withLock { $0.followers[ObjectIdentifier(follower)] = nil }
  }

  /// The message with all works.
  var text: ByteBuffer { state.withLock { $0.text } }

  /// The names of the screens whose works all pages show.
  var screens: Set<String> {
    state.withLock { Set($0.shown.filter(\.work.isShared).map(\.screen.name)) }
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
