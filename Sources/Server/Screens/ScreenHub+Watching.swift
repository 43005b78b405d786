internal import Bindings
internal import Files
internal import Logging
internal import MixCore
internal import Notation
internal import Reactor
internal import Synchronization

/// Changes that open screens follow, and the ends of programs.
extension ScreenHub {
  /// The pause between two checks of works, the data file and programs' folders.
  private static let watchPause = Duration.milliseconds(250)

  /// Whether any page has a screen open.
  var hasScreens: Bool { all.contains { !$0.isClosed } }

  private var all: [OpenScreen] {
    state.withLock { state in state.programs.values.flatMap { Array($0.screens.values) } }
  }

  /// Whether an action is under way.
  var hasActions: Bool { state.withLock { $0.programs.values.contains { $0.actions > 0 } } }

  /// Reports changes that screens may watch: `library`, `job`, `refresher:NAME`, `topic:NAME`.
  func changed(_ topics: [String]) {
    for engine in state.withLock({ $0.programs.values.map(\.engine) }) {
      Task { try? await engine.value.changed(topics) }
    }
  }

  /// Passes on events of the event streams.
  func note(_ event: ServerEvent) {
    switch event {
    case .job: changed(["job"])
    case .changed("refreshers", let data):
      if case .string(let name)? = data["name"] { changed(["refresher:\(name)"]) }
    case .changed: break
    }
  }

  /// Watches works, the data file, removed programs and unused engines until the task is cancelled.
  func watch() async {
    var last: Int64?
    var shown: Int64?
    var cutOff = workNames.all
    var opening: [OpenScreen] = []
    while (try? await Task.sleep(for: Self.watchPause)) != nil {
      for screen in works.update(all, now: now) { drop(screen) }
      if works.hasFollowers {
        show(cutOff, &opening)
        cutOff = []
      }
      opening.removeAll { $0.seen.tree != nil || $0.seen.end != nil }
      if cutOff.isEmpty && opening.isEmpty { await removeEnded() }
      guard hasEngines else {
        // The first check after a rest counts as a change, because one may have been missed.
        last = nil
        continue
      }
      let current = try? await blocking { [version] in try version.current() }
      if current != last { changed(["library", "job"]) }
      last = current
      if !works.hasFollowers {
        shown = nil
      } else if current != shown {
        shown = current
        show(await jobScreens(), &opening)
      }
      for screen in kept.abandoned(now: now) { close(screen) }
      endIdle()
      await endRemoved()
    }
  }

  /// Has the next server forget the works that have ended.
  private func removeEnded() async {
    let known = workNames.all
    guard !known.isEmpty, !known.isSubset(of: showing()) else { return }
    try? await blocking { [self] in workNames.removeEnded(showing) }
  }

  /// The names of the open screens that show works, or have drawn nothing yet.
  private func showing() -> Set<String> {
    Set(all.filter { $0.seen.end == nil && $0.seen.tree?.hasSharedWorks ?? true }.map(\.name))
  }

  /// The screens of the newest job while it is not at its end: every page shows how far it is, also
  /// when another process works on it, or when it was cut off.
  private func jobScreens() async -> Set<String> {
    guard let job = try? await blocking({ [jobs] in try jobs.progress(nil) }),
      job.state == .open || job.state == .paused, job.open > 0,
      let programs = try? await blocking({ [self] in programs().catalogue.programs })
    else { return [] }
    return Set(
      programs.flatMap { program in
        program.screens.filter { $0.jobs == job.name }.map { "\(program.name)/\($0.name)" }
      })
  }

  /// Opens screens without a page, for their works. A page may leave a screen that has drawn nothing,
  /// so that one does not count.
  private func show(_ names: Set<String>, _ opening: inout [OpenScreen]) {
    let known = Set(all.filter { $0.seen.tree != nil }.map(\.name)).union(opening.map(\.name))
    opening += names.subtracting(known).map { open($0, tell: nil) }
  }

  private var hasEngines: Bool { state.withLock { !$0.programs.isEmpty } }

  private func endIdle() {
    let now = now
    let idle = state.withLock { state in
      state.programs.filter { _, running in
        running.actions == 0 && running.idleSince.map { now - $0 >= idleTime } ?? false
      }.keys
    }
    for name in idle { end(name, ScreenEnd(.stopped, "nobody has looked at it for a while")) }
  }

  private func endRemoved() async {
    let manifests = state.withLock { $0.programs.mapValues(\.manifest) }
    let looked = try? await blocking {
      manifests.mapValues { (ProgramStamps(manifest: $0), PrivateFile.exists($0)) }
    }
    for (name, (files, isThere)) in looked ?? [:] where hasChanged(name, files) {
      state.withLock { $0.catalogue = nil }
      end(
        name,
        isThere
          ? ScreenEnd(.changed, "the program \(name) was changed: open it again")
          : ScreenEnd(.removed, "the program \(name) was removed"))
    }
  }

  /// Whether a program's files differ from those that its engine has read. A file being written is
  /// checked again.
  private func hasChanged(_ name: String, _ files: ProgramStamps) -> Bool {
    state.withLock { state in
      guard let known = state.programs[name]?.files, known != files else { return false }
      defer { state.programs[name]?.found = files }
      return state.programs[name]?.found == files
    }
  }

  // MARK: Ends

  /// Ends a program and closes all of its screens.
  func end(_ name: String, _ reason: ScreenEnd) {
    let running = state.withLock { $0.programs.removeValue(forKey: name) }
    guard let running else { return }
    Task {
      await Self.end(running, reason)
      await FreedMemory.giveBack()
    }
  }

  private static func end(_ running: Running, _ reason: ScreenEnd) async {
    for screen in running.screens.values { screen.end(reason) }
    if let engine = try? await running.engine.value {
      engine.interrupt()
      await engine.stop(reason)
    }
    running.reactor.stop()
  }

  /// Ends all programs; no program starts after this.
  func stop() async {
    let all = state.withLock { state in
      defer { state.programs = [:] }
      state.isStopped = true
      return Array(state.programs.values)
    }
    await withTaskGroup { group in
      for running in all {
        group.addTask { await Self.end(running, ScreenEnd(.stopped, "the server stops")) }
      }
    }
  }
}
