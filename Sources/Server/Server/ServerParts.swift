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
  let jobs: EnrichmentJobs
  let refreshing: Refreshing
  let hub: ProgressHub
  let events = EventBus()
  let metrics = Metrics()
  let token: AccessToken
  let sessions: SessionStore
  let logger: Logger
  private let feed: FeedRoutes
  private let options: ServerOptions
  private let gate: AccessGate
  private let page: PageRoutes
  private let setup: Setup

  /// - Throws: ``ServerError``, `ConfigurationError`, `DataFileError`, `FileError`.
  init(_ options: ServerOptions, _ setup: Setup) throws {
    self.options = options
    self.setup = setup
    guard let share = ShareFolder.path else {
      throw ServerError.incomplete("the folder share/mixhost")
    }
    page = try PageRoutes(share: share)
    let home = setup.host.home
    token = try AccessToken(path: home.state + "/server/token")
    sessions = try SessionStore(path: home.state + "/server/sessions", time: setup.host.time)
    gate = AccessGate(options, token, sessions)
    logger = Logger(label: "mixhost.server") { _ in SwiftLogNoOpLogHandler() }
    hub = ProgressHub(events: events)
    let file = try DataFile(path: home.dataFile)
    jobs = EnrichmentJobs(
      setup, file: file, hub: hub, metrics: metrics,
      script: try BundledScript(JobScript.path), options: options)
    let refreshers = try Refresher.all(setup.host.settings.configuration)
    feed = FeedRoutes(
      store: FeedStore(file), account: refreshers.first { $0.name == "feed" }?.key ?? "youtube")
    refreshing = Refreshing(setup, refreshers, globals: options.globals, events: events)
  }

  /// What sockets do, by path.
  var upgrades: WebSocketUpgrades {
    WebSocketUpgrades(gate: gate, limits: options.limits, metrics: metrics) {
      [hub, jobs, options] path, query in
      switch path {
      case "/ws/progress":
        let uri = URI("/?" + (query ?? ""))
        guard
          let key = try? EnrichmentRoutes.socketKey(uri.queryParameters["jobId"].map(String.init))
        else { return nil }
        return ProgressEndpoint(key: key.lowercased(), hub: hub, limits: options.limits) {
          jobs.find($0)
        }
      case "/ws/echo" where options.testRoutes: return EchoEndpoint()
      default: return nil
      }
    }
  }

  /// All routes.
  func router() -> Router<ServeContext> {
    let router = Router(context: ServeContext.self)
    router.add(
      middleware: AnswerMiddleware(
        gate: gate,
        limiter: RequestLimiter(
          burst: options.limits.burst, rate: options.limits.requestsPerSecond),
        metrics: metrics, time: setup.host.time, maxConnections: options.limits.connections))
    page.add(to: router)
    LoginRoutes(token: token, sessions: sessions, isSecure: options.certificate != nil)
      .add(to: router)
    StatusRoutes(jobs: jobs, metrics: metrics).add(to: router)
    EnrichmentRoutes(jobs: jobs).add(to: router)
    LibraryRoutes(library: jobs.library).add(to: router)
    feed.add(to: router)
    RefresherRoutes(refreshing: refreshing).add(to: router)
    EventRoutes(bus: events, jobs: jobs).add(to: router)
    if options.testRoutes {
      router.get("/ws/echo") { _, _ in EnrichmentRoutes.upgradeRequired }
    }
    return router
  }

  /// Works off the jobs and runs what is due, until the task is cancelled and what was in hand is back.
  func work() async {
    await withTaskGroup { group in
      group.addTask { [jobs] in await jobs.run() }
      if options.refreshes {
        group.addTask { [refreshing] in await refreshing.scheduler.run() }
      }
    }
  }

  /// Writes what the caches hold back.
  func flush() async {
    let host = setup.host
    await Task(executorPreference: host.reactor) { await host.finish() }.value
  }
}
