internal import Bindings
internal import HostSetup
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import MixCore
internal import NIOCore
internal import Reactor

/// The parts of a server, made once and shared by its connections.
struct ServerParts: Sendable {
  /// The lock on the served home.
  let owner: HomeOwner
  let jobs: EnrichmentJobs
  let refreshing: Refreshing
  let hub: ProgressHub
  let screens: ScreenHub
  let events: EventBus
  let log: AccessLog
  let connections: Connections
  let token: AccessToken
  let sessions: SessionStore
  /// The logger for Hummingbird, which logs every client that disconnects.
  let silence = Logger(label: "mixhost.server") { _ in SwiftLogNoOpLogHandler() }
  let connected: ConnectedEngines
  private let media: MediaSigner
  private let store: DataStore
  private let health: HealthCheck
  /// The fleet's duty to run due refreshers; nil without a fleet.
  private let duty: FleetDuty?
  private let tidy: FleetTidy?
  private let limiter: RequestLimiter
  private let ledger: ByteLedger
  private let options: ServerOptions
  private let gate: AccessGate
  private let page: PageRoutes
  private let setup: Setup
  /// The look around with made-up data; these parts may be its own.
  let demo: Demo
  private let isDemo: Bool

  /// The parts of a demo, which shares the sign-ins, limits and files of a server.
  /// - Throws: as ``init(_:_:outer:)``.
  init(within outer: ServerParts, _ setup: Setup) throws {
    var options = outer.options
    (options.globals, options.refreshes) = ([], false)
    try self.init(options, setup, outer: outer)
  }

  /// - Parameter outer: the server whose demo it is.
  /// - Throws: ``ServerError``, `ConfigurationError`, `DataFileError`, `FileError`, `HomeTaken`.
  init(_ options: ServerOptions, _ setup: Setup, outer: ServerParts? = nil) throws {
    self.options = options
    self.setup = setup
    isDemo = outer != nil
    guard let share = ShareFolder.path else {
      throw ServerError.incomplete("the folder share/mixhost")
    }
    page = try outer?.page ?? PageRoutes(share: share)
    let home = setup.host.home
    demo = outer?.demo ?? Demo(home)
    owner = try HomeOwner(home.data)
    token = try outer?.token ?? AccessToken(path: home.state + "/server/token")
    sessions =
      try outer?.sessions
      ?? SessionStore(path: home.state + "/server/sessions", token: token, time: setup.host.time)
    gate = outer?.gate ?? AccessGate(options, token, sessions)
    let limits = options.limits
    connections =
      outer?.connections
      ?? Connections(most: limits.connections, mostPerClient: limits.connectionsPerClient)
    limiter =
      outer?.limiter ?? RequestLimiter(burst: limits.burst, rate: limits.requestsPerSecond)
    ledger = outer?.ledger ?? ByteLedger(most: limits.heldBytes)
    log = outer?.log ?? AccessLog(setup.host.settings.logger, metrics: Metrics())
    events = EventBus()
    hub = ProgressHub(events: events)
    store = try DataStore.open(
      DataStore.address(setup.host.settings.configuration), dataFile: home.dataFile)
    health = try HealthCheck(store, time: setup.host.time, log: log)
    duty = options.refreshes ? FleetDuty(store, FleetDuty.refreshing) : nil
    tidy = try FleetTidy(setup.host, store)
    media = try MediaSigner(
      path: home.state + "/server/media-key", root: isDemo ? Demo.path : "")
    screens = try ScreenHub(setup, store: store, media: media, log: log, limits: limits)
    connected = try ConnectedEngines(setup) { [screens] in screens.programs() }
    events.listen { [screens] in screens.note($0) }
    setup.host.onEvent = { [screens] in screens.changed(["topic:\($0)"]) }
    jobs = EnrichmentJobs(
      setup, data: store, hub: hub, log: log,
      script: try BundledScript(JobScript.path), options: options)
    let refreshers = try Refresher.all(setup.host.settings.configuration)
    refreshing = Refreshing(
      setup, refreshers, globals: options.globals, events: events, duty: duty,
      documents: SharedDocuments(store),
      isWatched: { [screens] in screens.hasScreens })
  }

  /// The sockets of all routes.
  var upgrades: WebSocketUpgrades {
    WebSocketUpgrades(
      gate: gate, limiter: limiter, time: setup.host.time, log: log, limits: options.limits,
      proxies: options.proxies, ledger: ledger, sockets: routes().sockets,
      others: { [demo] in demo.socket($0) })
  }

  /// All routes behind the gate.
  func router() -> Router<ServeContext> {
    let routes = routes()
    let mounted: MountMiddleware.Find = { [demo] in demo.responder($0) }
    return routes.router(
      gate, mounted: isDemo ? nil : mounted,
      outer: AnswerMiddleware(
        gate: gate, limiter: limiter, proxies: options.proxies, ledger: ledger, log: log,
        routes: routes, time: setup.host.time, mapDigest: page.mapDigest))
  }

  /// All routes; those of the page alone for a demo.
  func routes() -> ServeRoutes {
    var routes = ServeRoutes()
    let shown = ScreenRoutes(hub: screens, ledger: ledger)
    page.add(to: &routes) { [sessions] facts in
      sessions.accepts(cookie: facts.cookie, host: facts.host) ? shown : nil
    }
    shown.add(to: &routes, gate: gate) { [limiter, time = setup.host.time] facts in
      limiter.wait(facts.client, now: time.monotonic.seconds) == nil ? nil : RequestLimiter.message
    }
    MediaRoutes(
      signer: media, fetcher: MediaFetcher(setup) { [screens] in screens.programs() }
    ).add(to: &routes)
    if !isDemo { addOwn(to: &routes) }
    return routes
  }

  /// The routes of the server itself.
  private func addOwn(to routes: inout ServeRoutes) {
    DemoRoutes(parts: self).add(to: &routes)
    LoginRoutes(
      token: token, sessions: sessions, isSecure: options.certificate != nil, log: log
    ).add(to: &routes)
    StatusRoutes(
      jobs: jobs, metrics: log.metrics, connections: connections, health: health, duty: duty
    )
    .add(to: &routes)
    EnrichmentRoutes(jobs: jobs, hub: hub, limits: options.limits, gate: gate).add(to: &routes)
    LibraryRoutes(library: jobs.library).add(to: &routes)
    ExportRoutes(setup: setup).add(to: &routes)
    ConnectedRoutes(
      isSecure: options.certificate != nil, log: log,
      assistants: { [connected] in try await connected.assistants() }
    ) { [connected] in try await connected.program($0) }
    .add(to: &routes)
    RefresherRoutes(refreshing: refreshing).add(to: &routes)
    EventRoutes(bus: events, jobs: jobs, gate: gate).add(to: &routes)
    if options.testRoutes {
      routes.socket("/ws/echo", .session) { _ in EchoEndpoint() }
    }
  }

  /// Runs jobs and due refreshers until the task is cancelled and items in hand are back in the
  /// queue.
  func work() async {
    duty?.start()
    defer { duty?.stop() }
    await withTaskGroup { group in
      group.addTask { [jobs] in await jobs.run() }
      if let tidy { group.addTask { await tidy.run() } }
      group.addTask { [token, log] in await TokenWatch(token, log).run() }
      group.addTask { [screens] in await screens.watch() }
      if options.refreshes {
        group.addTask { [refreshing] in await refreshing.scheduler.run() }
      }
    }
  }

  /// Ends these parts without those of a server around them.
  /// - Parameter working: what ``work()`` runs in.
  func stop(_ working: Task<Void, Never>) async {
    hub.stop()
    events.stop()
    jobs.stop()
    working.cancel()
    await screens.stop()
    await connected.stop()
    await working.value
    await finish()
    owner.release()
  }

  /// Writes out the caches and the log, and settles the data file.
  func finish() async {
    let (host, store) = (setup.host, store)
    _ = try? await blocking { store.settle() }
    await Task(executorPreference: host.reactor) { await host.finish() }.value
    await log.flush()
  }
}
