internal import Bindings
internal import HostSetup
internal import MixCore
internal import Notation
internal import Reactor
internal import Synchronization

/// The screens that pages have open. Finds their programs, starts an engine for each at the first
/// use, ends it after a time without use, and reports changes to engines.
final class ScreenHub: Sendable {
  /// How long Lua may compute without a wait, in seconds; people wait for the result.
  private static let mostSeconds = 5.0
  /// How long the catalogue of programs is reused, in seconds.
  private static let catalogueTime = 1.0

  struct Running {
    let engine: Task<ScreenEngine, any Error>
    let reactor: Reactor
    /// The path of the program's manifest.
    let manifest: String
    /// The files that the engine has read, and different ones that the last check found.
    var files: ProgramStamps?
    var found: ProgramStamps?
    let number: Int
    var screens: [Int: OpenScreen] = [:]
    /// The number of actions under way.
    var actions = 0
    /// When the last screen was closed, in seconds of a clock that never goes back.
    var idleSince: Double?
  }

  struct State {
    var programs: [String: Running] = [:]
    var catalogue: (programs: ProgramSource, read: Double)?
    var lastNumber = 0
    var isStopped = false
  }

  private let setup: Setup
  let log: AccessLog
  private let script: String
  let idleTime: Double
  /// How long a page waits for its first tree, in seconds; a later one comes over the socket.
  let firstTreeTime: Double
  let version: StoreVersion
  let jobs: SQLJobStore
  /// The screens that show works, for the next server.
  let workNames: WorkNames
  /// The works of all screens.
  let works = ScreenWorks()
  /// Screens of pages that have no socket yet.
  let kept = KeptScreens()
  private let media: MediaSigner
  // Used by event loops, routes and the watching task.
  let state = Mutex(State())

  /// - Throws: ``ServerError/incomplete(_:)``, `DataFileError`.
  init(
    _ setup: Setup, store: DataStore, media: MediaSigner, log: AccessLog, limits: ServerLimits
  ) throws {
    guard let share = ShareFolder.path else { throw ServerError.incomplete("the folder scripts") }
    self.setup = setup
    self.log = log
    self.media = media
    script = share + "/scripts/lib/program_screen/served.lua"
    idleTime = limits.screenTime
    firstTreeTime = limits.firstTreeTime
    version = try StoreVersion(store)
    jobs = SQLJobStore(store)
    workNames = WorkNames(path: setup.host.home.state + "/server/works", log: log)
  }

  var now: Double { setup.host.time.monotonic.seconds }

  // MARK: Programs

  /// All programs, as of a moment ago. Blocks.
  func programs() -> ProgramSource {
    let now = now
    let known = state.withLock { state -> ProgramSource? in
      state.catalogue.flatMap { now - $0.read < Self.catalogueTime ? $0.programs : nil }
    }
    if let known { return known }
    let home = setup.programsHome
    let source = ProgramSource { Programs.catalogue(home) }
    _ = source.catalogue
    state.withLock { $0.catalogue = (source, now) }
    return source
  }

  // MARK: Screens

  /// Opens a screen for a page.
  /// - Parameters:
  ///   - name: the screen's name, such as `chart/charts`, or `charts` if that is unique.
  ///   - tell: tells the page's socket of a change; called on any thread. nil: no page has it open.
  @discardableResult
  func open(_ name: String, tell: (@Sendable () -> Void)?) -> OpenScreen {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let screen = OpenScreen(number: number, name: name, tell: tell ?? {})
    Task {
      await begin(screen)
      guard tell == nil else { return }
      await settled(screen)
      close(screen)
    }
    return screen
  }

  private func begin(_ screen: OpenScreen) async {
    do {
      let engine = try await engine(for: screen)
      await engine.open(screen)
      // It may have been closed before the engine had it.
      if screen.isClosed { close(screen) }
    } catch {
      let problem = error as? ScreenProblem
      screen.end(ScreenEnd(problem?.reason ?? .failed, "\(error)"))
    }
  }

  /// The engine of a screen's program.
  private func engine(for screen: OpenScreen) async throws -> ScreenEngine {
    let source = try await blocking { [self] in programs() }
    let found = source.catalogue.screens(named: screen.name)
    guard let known = found.first, found.count == 1 else {
      throw ScreenProblem(
        reason: .unknown,
        description: found.isEmpty
          ? "there is no screen \(screen.name)" : "several programs have a screen \(screen.name)")
    }
    guard let task = join(known.program, source, screen) else {
      throw ScreenProblem(reason: .stopped, description: "the server stops")
    }
    do {
      return try await task.value
    } catch {
      end(known.program.name, ScreenEnd(.failed, "\(error)"))
      throw error
    }
  }

  /// Adds a screen to a program; the first one starts the program's engine.
  private func join(
    _ program: ProgramManifest, _ programs: ProgramSource, _ screen: OpenScreen
  ) -> Task<ScreenEngine, any Error>? {
    state.withLock { state -> Task<ScreenEngine, any Error>? in
      if state.isStopped { return nil }
      if state.programs[program.name] == nil {
        state.lastNumber += 1
        let reactor = Reactor(name: "s-\(program.name)")
        state.programs[program.name] = Running(
          engine: Task { try await start(program, programs, reactor) }, reactor: reactor,
          manifest: program.path, number: state.lastNumber)
      }
      state.programs[program.name]?.screens[screen.number] = screen
      state.programs[program.name]?.idleSince = nil
      return state.programs[program.name]?.engine
    }
  }

  private func start(
    _ program: ProgramManifest, _ programs: ProgramSource, _ reactor: Reactor
  ) async throws -> ScreenEngine {
    let (setup, script) = (setup, script)
    let (files, own) = try await blocking {
      (
        ProgramStamps(manifest: program.path),
        try setup.part(
          of: program, script: script, programs: programs, mostSeconds: Self.mostSeconds,
          reactor: reactor)
      )
    }
    state.withLock { $0.programs[program.name]?.files = files }
    let engine = ScreenEngine(
      own, program: program.name, log: log, workNames: workNames,
      address: media.address(of: program)
    ) { [weak self] reason in
      self?.end(program.name, ScreenEnd(.failed, reason))
    }
    await engine.prepare { [weak self] topic in self?.changed(["topic:\(topic)"]) }
    return engine
  }

  /// Keeps a screen open until the page's socket takes it.
  /// - Parameters:
  ///   - sent: the tree that the page has, at this version; nil if it has none.
  /// - Returns: the screen's ticket; nil if too many wait.
  func keep(_ screen: OpenScreen, _ sent: ShownTree?, _ version: Int) -> String? {
    kept.add(.init(screen: screen, sent: sent, version: version, since: now))
  }

  /// Closes a screen of a page. One that shows a work stays without a page until the work has
  /// ended, or another one shows it.
  func close(_ screen: OpenScreen) {
    screen.close()
    screen.hand(to: {})
    if !(screen.seen.tree?.hasSharedWorks ?? false) { drop(screen) }
  }

  func drop(_ screen: OpenScreen) {
    let now = now
    let engine = state.withLock { state -> Task<ScreenEngine, any Error>? in
      guard
        let name = state.programs.first(where: { $0.value.screens[screen.number] != nil })?.key
      else { return nil }
      state.programs[name]?.screens[screen.number] = nil
      if state.programs[name]?.screens.isEmpty == true { state.programs[name]?.idleSince = now }
      return state.programs[name]?.engine
    }
    guard let engine else { return }
    Task { try? await engine.value.close(screen.number) }
  }

  /// Runs a screen's `on_open` once more: somebody looks at it again.
  func look(_ screen: OpenScreen) {
    let engine = engine(of: screen)
    Task { try? await engine?.value.look(screen) }
  }

  /// Waits until a screen's `on_open` has ended.
  func settled(_ screen: OpenScreen) async {
    try? await engine(of: screen)?.value.settled(screen.number)
  }

  private func engine(of screen: OpenScreen) -> Task<ScreenEngine, any Error>? {
    state.withLock { state in
      state.programs.values.first { $0.screens[screen.number] != nil }?.engine
    }
  }

  /// Runs an action of a screen.
  /// - Returns: why it failed; nil if it was done.
  func act(_ screen: OpenScreen, _ action: String, _ args: String) async -> String? {
    let found = state.withLock { state -> (name: String, task: Task<ScreenEngine, any Error>)? in
      guard
        let known = state.programs.first(where: { $0.value.screens[screen.number] != nil })
      else { return nil }
      state.programs[known.key]?.actions += 1
      return (known.key, known.value.engine)
    }
    guard let (name, task) = found, let engine = try? await task.value else {
      return "the screen is gone"
    }
    let failure = await engine.act(screen.number, action, args)
    state.withLock { $0.programs[name]?.actions -= 1 }
    return failure
  }
}

/// Why a screen cannot be shown.
struct ScreenProblem: Error, CustomStringConvertible {
  let reason: ScreenEnd.Reason
  let description: String
}
