internal import Bindings
internal import HostSetup
internal import MixCore
internal import Reactor
internal import ScriptHost

/// The engines that answer at addresses: one for each that is used, under its program's grants and
/// with the files that its user has named. Assistants have one, too.
actor ConnectedEngines {
  /// How long Lua may compute without a wait, in seconds.
  private static let mostSeconds = 5.0
  /// How long an engine waits for the next request.
  private static let idleTime = 600.0
  /// The same where sessions wait that end with it.
  private static let sessionTime = 86_400.0
  /// The place of an address for `/mcp`.
  private static let assistants = ConnectedAddress(
    program: "mcp", subject: "", title: "", read: [], made: 0)
  private static let lookPause = Duration.seconds(60)
  private static let most = 16

  private struct Engine: Sendable {
    let setup: Setup
    let mostBytes: Int
  }

  private struct Running {
    let started: Task<Engine, any Error>
    let reactor: Reactor
    /// The requests under way.
    var open = 0
    var used: Double
  }

  private let setup: Setup
  private let addresses: ConnectedAddresses
  private let script: String
  private let programs: @Sendable () -> ProgramSource
  private var running: [String: Running] = [:]
  private var watch: Task<Void, Never>?
  private var isStopped = false

  /// - Parameter programs: returns all programs; it blocks.
  /// - Throws: ``ServerError/incomplete(_:)``.
  init(_ setup: Setup, programs: @escaping @Sendable () -> ProgramSource) throws {
    guard let share = ShareFolder.path else { throw ServerError.incomplete("the folder scripts") }
    self.setup = setup
    self.programs = programs
    addresses = ConnectedAddresses(setup.programsHome)
    script = share + "/scripts/lib/connected.lua"
  }

  private var now: Double { setup.host.time.monotonic.seconds }

  /// The program of an address; nil for an address that is not known.
  func program(_ secret: String) async throws -> ConnectedProgram? {
    let addresses = addresses
    guard let address = try await blocking({ try addresses.find(secret) }) else { return nil }
    return try await program(at: address)
  }

  /// The program of `/mcp`.
  func assistants() async throws -> ConnectedProgram { try await program(at: Self.assistants) }

  private func program(at address: ConnectedAddress) async throws -> ConnectedProgram {
    let engine = try await engine(of: address)
    return ConnectedProgram(mostBytes: engine.mostBytes) { [weak self] request in
      try await self?.answer(request, address.digest, engine)
    }
  }

  private func answer(
    _ request: LuaValue, _ digest: String, _ engine: Engine
  ) async throws -> LuaValue? {
    running[digest]?.open += 1
    defer {
      running[digest]?.open -= 1
      running[digest]?.used = now
    }
    do {
      return try await engine.setup.engine.call("answer", of: "lib.connected", [request]).first
    } catch let error as LimitExceeded {
      // Its memory may hold the cause.
      await end(digest)
      throw error
    }
  }

  private func engine(of address: ConnectedAddress) async throws -> Engine {
    guard !isStopped else { throw RouteProblem(503, "the server stops") }
    if running[address.digest] == nil {
      if running.count >= Self.most { await endLeastUsed() }
      guard running.count < Self.most else {
        throw RouteProblem(503, "too many addresses are in use: try again soon")
      }
      let reactor = Reactor(name: "c-\(address.program)")
      running[address.digest] = Running(
        started: Task { try await start(address, reactor) }, reactor: reactor, used: now)
      if watch == nil { watch = Task { await endIdle() } }
    }
    guard let started = running[address.digest]?.started else { throw CancellationError() }
    do { return try await started.value } catch {
      await end(address.digest)
      throw error
    }
  }

  private func start(_ address: ConnectedAddress, _ reactor: Reactor) async throws -> Engine {
    let (setup, script, programs) = (setup, script, programs)
    let (own, program) = try await blocking {
      let source = programs()
      guard let program = source.catalogue.program(command: address.program) else {
        throw RouteProblem(503, "the program \(address.program) is not there")
      }
      let own = try setup.part(
        of: program, script: script, programs: source, mostSeconds: Self.mostSeconds,
        reactor: reactor)
      return (own, program)
    }
    for path in address.read { own.host.grants.allowRead(path) }
    await own.host.install(in: own.engine)
    let bundled = address == Self.assistants ? "commands.mcp" : "programs.\(program.name)"
    let module = program.isBundled ? bundled + ".connected" : "connected"
    let values = try await own.engine.call(
      "open", of: "lib.connected", [.string(module), .string(address.subject)])
    guard case .int(let most)? = values.first else { throw CancellationError() }
    return Engine(setup: own, mostBytes: Int(most))
  }

  // MARK: Ends

  private func endIdle() async {
    while !running.isEmpty, (try? await Task.sleep(for: Self.lookPause)) != nil {
      let idle = running.filter { digest, engine in
        let most = digest == Self.assistants.digest ? Self.sessionTime : Self.idleTime
        return engine.open == 0 && now - engine.used > most
      }
      for digest in idle.keys { await end(digest) }
    }
    watch = nil
  }

  private func endLeastUsed() async {
    let idle = running.filter { $0.value.open == 0 }
    if let least = idle.min(by: { $0.value.used < $1.value.used })?.key { await end(least) }
  }

  private func end(_ digest: String) async {
    guard let gone = running.removeValue(forKey: digest) else { return }
    if let engine = try? await gone.started.value {
      let host = engine.setup.host
      engine.setup.engine.interrupt()
      await Task(executorPreference: host.reactor) { await host.finish() }.value
    }
    gone.reactor.stop()
  }

  /// Ends all; none starts after this.
  func stop() async {
    isStopped = true
    watch?.cancel()
    for digest in Array(running.keys) { await end(digest) }
  }
}
