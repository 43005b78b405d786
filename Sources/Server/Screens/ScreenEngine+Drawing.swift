internal import MixCore
internal import Notation
internal import Reactor
internal import ScriptHost
internal import Synchronization

/// When views run, and which screens get their trees.
extension ScreenEngine {
  /// Reports changes of things that screens may watch. Called on any thread.
  nonisolated func changed(_ names: [String]) {
    let isFirst = topics.withLock { topics in
      defer { topics.formUnion(names) }
      return topics.isEmpty
    }
    if isFirst { Task { await takeTopics() } }
  }

  private func takeTopics() {
    let names = topics.withLock { topics in
      defer { topics = [] }
      return topics
    }
    for (number, entry) in screens where !entry.watch.isDisjoint(with: names) {
      screens[number]?.isDirty = true
    }
    scheduleTick()
  }

  /// Schedules drawing dirty screens: now, or a pause after the last time, which is the longer the
  /// more the drawing costs. New screens need not wait for others.
  func scheduleTick() {
    guard !isStopped, let due = screens.values.compactMap(due).min(),
      nextTick.map({ due < $0 }) ?? true
    else { return }
    nextTick = due
    start { engine in
      try? await Task.sleep(until: due)
      await engine.tick(due)
    }
  }

  /// When a screen is to be drawn next; nil if it need not be.
  private func due(_ entry: Entry) -> ContinuousClock.Instant? {
    guard entry.isDirty, entry.isDrawn else { return nil }
    let (last, pause) =
      entry.runs == 0 ? (lastFirstTick, Self.firstPause) : (entry.lastTick, entry.pause)
    return (last ?? .now - pause - pause) + pause
  }

  private func tick(_ planned: ContinuousClock.Instant) async {
    // An earlier tick has come in between and scheduled its own.
    guard nextTick == planned else { return }
    nextTick = nil
    let now = ContinuousClock.now
    let dirty = screens.filter { due($0.value).map { $0 <= now } ?? false }.keys.sorted()
    for number in dirty {
      if screens[number]?.runs == 0 { lastFirstTick = now } else { screens[number]?.lastTick = now }
      screens[number]?.isDirty = false
    }
    scheduleTick()
    begin(dirty)
    var groups = dirty.map { [$0] }
    if dirty.count > 1 {
      do { groups = Self.groups(try await run("groups", dirty.map(\.description))) } catch {
        failed(error)
      }
    }
    // A screen that was closed meanwhile is in no group.
    end(Array(Set(dirty).subtracting(groups.joined())))
    for group in groups { start { engine in await engine.draw(group) } }
  }

  /// Counts a run of some views; none of them starts again before it has ended.
  private func begin(_ numbers: [Int]) {
    for number in numbers {
      screens[number]?.isDrawn = false
      screens[number]?.runs += 1
    }
  }

  private func end(_ numbers: [Int]) {
    for number in numbers {
      let waiting = screens[number]?.waiting ?? []
      screens[number]?.isDrawn = true
      screens[number]?.ends += 1
      screens[number]?.waiting = []
      for one in waiting { one.resume() }
    }
  }

  private static func groups(_ values: [LuaValue]) -> [[Int]] {
    guard case .array(let groups)? = values.first else { return [] }
    return groups.map { group in
      guard case .array(let numbers) = group else { return [] }
      return numbers.compactMap { $0.shownText.flatMap { Int($0) } }
    }
  }

  /// Draws a screen's state from now on. A run under way may have read an earlier state; the next
  /// one has not.
  func redraw(_ number: Int) async {
    guard let begun = screens[number]?.runs else { return }
    while let entry = screens[number], entry.runs > entry.ends {
      await withCheckedContinuation { screens[number]?.waiting.append($0) }
      if let entry = screens[number], entry.ends > begun { return }
    }
    begin([number])
    await draw([number])
  }

  /// Runs the view of the first of some screens with equal state. Their runs are already counted.
  private func draw(_ group: [Int]) async {
    let group = group.filter { screens[$0] != nil }
    guard let first = group.first else { return }
    groups[first] = Array(group.dropFirst())
    var apart: [Int] = []
    let begin = PresentTime.thread
    do {
      let values = try await timed("draw", group.map(\.description))
      apart = Self.groups([.array([values.first ?? .array([])])]).first ?? []
      excesses = 0
      if let tree = trees.removeValue(forKey: first) {
        for number in group.dropFirst() where !apart.contains(number) {
          if let screen = screens[number]?.screen { workNames.show(tree, on: screen) }
        }
      }
    } catch {
      trees[first] = nil
      failed(error)
      for number in group { screens[number]?.screen.fail(Self.text(error)) }
    }
    let pause = Duration.seconds(clamping: (PresentTime.thread - begin) * Self.costs)
    // The first run of a view loads its modules, too.
    for number in group where screens[number].map({ $0.runs > 1 }) ?? false {
      screens[number]?.pause = min(max(Self.pause, pause), Self.longestPause)
    }
    groups[first] = nil
    end(group)
    for number in apart { start { engine in await engine.redraw(number) } }
    scheduleTick()
  }

  func show(_ number: Int, _ tree: LuaValue) {
    guard let entry = screens[number] else { return }
    let drawn = DrawnTree(tree, address: address)
    if groups[number]?.isEmpty == false { trees[number] = drawn }
    workNames.show(drawn, on: entry.screen)
  }
}
