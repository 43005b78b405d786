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
  /// The right to serve the home.
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
  /// For Hummingbird, which logs every client that goes away.
  let silence = Logger(label: "mixhost.server") { _ in SwiftLogNoOpLogHandler() }
  private let media: MediaSigner
  private let store: DataStore
  private let health: HealthCheck
  /// The right to run what is due, of which a fleet has one; nil: this host has it.
  private let duty: FleetDuty?
  private let tidy: FleetTidy?
  private let limiter: RequestLimiter
  private let options: ServerOptions
  private let gate: AccessGate
  private let page: PageRoutes
  private let setup: Setup

  /// - Throws: ``ServerError``, `ConfigurationError`, `DataFileError`, `FileError`, `HomeTaken`.
  init(_ options: ServerOptions, _ setup: Setup) throws {
    self.options = options
    self.setup = setup
    guard let share = ShareFolder.path else {
      throw ServerError.incomplete("the folder share/mixhost")
    }
    page = try PageRoutes(share: share)
    let home = setup.host.home
    owner = try HomeOwner(home)
    token = try AccessToken(path: home.state + "/server/token")
    sessions = try SessionStore(path: home.state + "/server/sessions", time: setup.host.time)
    gate = AccessGate(options, token, sessions)
    let limits = options.limits
    connections = Connections(
      most: limits.connections, mostPerClient: limits.connectionsPerClient)
    limiter = RequestLimiter(burst: limits.burst, rate: limits.requestsPerSecond)
    let metrics = Metrics()
    log = AccessLog(setup.host.settings.logger, metrics: metrics)
    events = EventBus()
    hub = ProgressHub(events: events)
    store = try DataStore.open(
      DataStore.address(setup.host.settings.configuration), dataFile: home.dataFile)
    health = try HealthCheck(store, time: setup.host.time, log: log)
    duty = options.refreshes ? FleetDuty(store, FleetDuty.refreshing) : nil
    tidy = try FleetTidy(setup.host, store)
    media = try MediaSigner(path: home.state + "/server/media-key")
    screens = try ScreenHub(setup, store: store, media: media, log: log, limits: limits)
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

  /// The endpoints of sockets, by path.
  var upgrades: WebSocketUpgrades {
    WebSocketUpgrades(
      gate: gate, limiter: limiter, time: setup.host.time, log: log, limits: options.limits
    ) { [hub, screens, jobs, options, gate, limiter, time = setup.host.time] request in
      switch request.path {
      case "/ws/progress":
        let uri = URI("/?" + (request.query ?? ""))
        guard
          let key = try? EnrichmentRoutes.socketKey(uri.queryParameters["jobId"].map(String.init))
        else { return nil }
        return ProgressEndpoint(key: key.lowercased(), hub: hub, limits: options.limits) {
          jobs.find($0)
        }
      case ScreenRoutes.socketPath:
        // Asked at each message: a session may have ended since.
        return ScreenSocket(hub: screens) {
          if limiter.wait(request.client, now: time.monotonic.seconds) != nil {
            return RequestLimiter.message
          }
          return gate.refusal(request.facts)?.message
        }
      case "/ws/echo" where options.testRoutes: return EchoEndpoint()
      default: return nil
      }
    }
  }

  /// All routes; those of GET answer HEAD, too.
  func router() -> Router<ServeContext> {
    let bare = Router(context: ServeContext.self)
    addRoutes(to: bare)
    let router = Router(context: ServeContext.self, options: .autoGenerateHeadEndpoints)
    router.add(
      middleware: AnswerMiddleware(
        gate: gate, limiter: limiter, log: log, routes: RouteTable(bare), time: setup.host.time,
        mapDigest: page.mapDigest))
    addRoutes(to: router)
    return router
  }

  private func addRoutes(to router: Router<ServeContext>) {
    page.add(to: router) { [sessions, screens] request in
      sessions.accepts(cookie: request.headers[.cookie], host: request.head.authority)
        ? ScreenRoutes(hub: screens) : nil
    }
    LoginRoutes(
      token: token, sessions: sessions, isSecure: options.certificate != nil, log: log
    ).add(to: router)
    StatusRoutes(
      jobs: jobs, metrics: log.metrics, connections: connections, health: health, duty: duty
    )
    .add(to: router)
    EnrichmentRoutes(jobs: jobs).add(to: router)
    LibraryRoutes(library: jobs.library).add(to: router)
    ExportRoutes(setup: setup).add(to: router)
    RefresherRoutes(refreshing: refreshing).add(to: router)
    ScreenRoutes(hub: screens).add(to: router)
    MediaRoutes(
      signer: media, fetcher: MediaFetcher(setup) { [screens] in screens.programs() }
    ).add(to: router)
    EventRoutes(bus: events, jobs: jobs).add(to: router)
    if options.testRoutes {
      router.get("/ws/echo") { _, _ in EnrichmentRoutes.upgradeRequired }
    }
  }

  /// Runs the jobs and what is due, until the task is cancelled and what was in hand is back.
  func work() async {
    duty?.start()
    defer { duty?.stop() }
    await withTaskGroup { group in
      group.addTask { [jobs] in await jobs.run() }
      if let tidy { group.addTask { await tidy.run() } }
      group.addTask { [screens] in await screens.watch() }
      if options.refreshes {
        group.addTask { [refreshing] in await refreshing.scheduler.run() }
      }
    }
  }

  /// Writes what the caches hold back, and the log, and settles the data file.
  func finish() async {
    let (host, store) = (setup.host, store)
    _ = try? await blocking { store.settle() }
    await Task(executorPreference: host.reactor) { await host.finish() }.value
    await log.flush()
  }
}
