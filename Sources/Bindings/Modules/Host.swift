public import MixCore
internal import Reactor
internal import ScriptHost
internal import Terminal

// @unchecked Sendable: the lazy parts are confined to the reactor's thread; the rest is immutable.
/// Everything that the Lua modules share: client, caches, stores, log-ins. One per program run.
///
/// Nothing is opened before a script asks for it: `mixhost -e 'print(1)'` touches neither curl nor
/// SQLite.
public final class Host: ScriptRun, RulesHost, @unchecked Sendable {  // confined: see above
  /// Told on the reactor what became of each item that `mix.jobs.run` works on, once it is in the data
  /// file. Set before the first script runs.
  public var onJobItem: (@Sendable (LeasedItem, ItemVerdict) -> Void)?
  /// Told at once, on the reactor, that items of a job wait. Set before the first script
  /// runs.
  public var onJobWait: (@Sendable (Int64, JobWait) -> Void)?

  // MARK: Lazy parts, on the reactor's thread

  /// The file behind both caches; nil when caching to disk is off.
  private lazy var disk: DiskTier? = {
    guard settings.diskCache else { return nil }
    usesDisk = true
    return DiskTier(
      path: home.cacheFile, maxBytes: settings.cacheBytes,
      onWarning: { [output] in output.warn($0) })
  }()
  private var usesDisk = false

  /// The values that scripts keep. Where mixhost's own data is not granted, they last as long as the run.
  public private(set) lazy var values = makeValues()

  private func makeValues() -> KeyValueCache {
    let isGranted = (try? grants.checkData(home.dataFile)) != nil
    return KeyValueCache(disk: isGranted ? disk : nil, time: time)
  }

  private lazy var clientResult = makeClient()

  /// Limits that all hosts of a fleet share, or all processes of a home. An invalid address is reported
  /// by what opens the store.
  private func makeTraffic() -> any TrafficStore {
    if let text = try? storeAddress(), let address = try? PostgresAddress(text) {
      return PostgresTrafficStore(address, onWarning: { [output] in output.warn($0) })
    }
    return SQLiteTrafficStore(
      path: home.trafficFile, onWarning: { [output] in output.warn($0) })
  }

  /// The answers that a fleet shares; nil: each host keeps its own.
  private func makeShared() throws(HTTPError) -> SharedAnswers? {
    guard settings.diskCache, settings.sharedCacheBytes > 0, settings.http.cassette == nil,
      settings.http.responder == nil, let text = try? storeAddress(),
      let address = try? PostgresAddress(text)
    else { return nil }
    return SharedAnswers(
      try PostgresAnswers(
        address, maxBytes: settings.sharedCacheBytes, upstreams: settings.http.upstreams,
        onWarning: { [output] in output.warn($0) }))
  }

  private func makeClient() -> Result<HTTPClient, HTTPError> {
    var http = settings.http
    // Without a disk (a recording, a spec) nothing is shared with other processes either.
    if http.traffic == nil, settings.diskCache {
      http.traffic = makeTraffic()
    }
    let requestWaits = Confined(requestWaits, to: reactor)
    return Result { () throws(HTTPError) in
      let shared = try makeShared()
      answers = shared?.source
      let client = try HTTPClient(
        reactor: reactor, time: time, configuration: http,
        cache: ResponseCache(disk: disk, shared: shared, time: time),
        onWait: { requestWaits.value.take($0) })
      usedClient = client
      // A recording's clock stands still for what scripts wait for, and for nothing else; a spec's
      // answers are its own.
      if http.cassette == nil, http.responder == nil {
        waitTeller = WaitTeller(
          self.requestWaits, time: time, reactor: reactor, output: output, display: display)
        if output.isErrorTerminal {
          askingLine = AskingLine(
            client, self.requestWaits, time: time, reactor: reactor, output: output,
            display: display)
        }
      }
      return client
    }
  }

  private var answers: (any SharedAnswerSource)?

  /// The client, once there is one.
  private var usedClient: HTTPClient?

  /// Forgets what the client and the memory caches know: for a test that starts again. A request under
  /// way continues with the old client.
  func forget() {
    requestWaits = RequestWaits(time: time)
    clientResult = makeClient()
    values = makeValues()
  }

  /// The client of all scripts of this run.
  /// - Throws: ``HTTPError`` when a configured upstream is not an address.
  public func client() throws -> HTTPClient {
    let client = try clientResult.get()
    askingLine?.arm()
    return client
  }

  /// Says on the terminal's status line who is asked, while `body` asks with a client of its own.
  func asking<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value {
    _ = try client()
    guard let askingLine else { return try await body() }
    return try await askingLine.during(name, body)
  }

  /// The requests that wait for their upstream.
  private(set) lazy var requestWaits = RequestWaits(time: time)
  private var waitTeller: WaitTeller?
  private var askingLine: AskingLine?

  /// Begins a work whose rest is to be foreseen; what is sent from now on counts.
  /// - Returns: how long the rest takes at the rate that upstreams allow, asked with the items that are
  ///   done and left; nil when no limit is in the way. Only on the reactor's thread.
  func beginForecast() -> @Sendable (_ done: Int, _ left: Int) -> TrafficForecast? {
    let start = usedClient?.limitedTraffic ?? []
    return { [weak self] done, left in
      guard let client = self?.usedClient else { return nil }
      return TrafficForecast(from: start, to: client.limitedTraffic, done: done, left: left)
    }
  }

  /// As ``beginForecast()``, in words; nil where no limit is in the way. Both only on the reactor's
  /// thread.
  public func beginTextForecast() -> @Sendable (_ done: Int, _ left: Int) -> String? {
    let forecast = beginForecast()
    return { done, left in
      forecast(done, left).flatMap { $0.isBottleneck(observed: nil) ? $0.text : nil }
    }
  }

  /// Works and jobs; the file is opened by the first function that needs it.
  private(set) lazy var stores: Stores = {
    usesData = true
    return Stores(path: home.dataFile, address: storeAddress, time: time, grants: grants)
  }()
  private var usesData = false

  /// The rule files whose older form was reported.
  var notedRules: [String] = []

  /// The collections of the program that runs.
  private(set) lazy var store: StoreAccess = {
    usesStore = true
    return StoreAccess(self)
  }()
  private var usesStore = false

  /// How refreshes went. A recorded run begins with none and leaves none, so that its replay, which has
  /// no other start, decides the same.
  private(set) lazy var refreshes: RefreshTimes = {
    usesRefreshes = true
    return RefreshTimes(
      path: settings.http.cassette == nil ? home.dataFile : ":memory:", address: storeAddress,
      grants: grants)
  }()
  private var usesRefreshes = false

  /// Log-ins at services, and their tokens.
  private(set) lazy var signIns: SignIns = {
    usesSignIns = true
    return SignIns(self)
  }()
  private var usesSignIns = false

  /// Whether a person has to renew each kept log-in, by provider. Call on the reactor.
  package func logInsToRenew() async -> [String: Bool] { await signIns.toRenew() }

  /// While a run is recorded: the times that hold beyond it, for a recording asks a source as much as
  /// any other run.
  private(set) lazy var lastingRefreshes: RefreshTimes? =
    settings.http.cassette?.isRecording == true
    ? RefreshTimes(path: home.dataFile, address: storeAddress, grants: grants) : nil

  /// Seconds that a run's end waits for requests behind served answers.
  private static let settling = 0.25

  /// Writes what the caches hold back, and waits for tokens that are being renewed: the old ones may be
  /// void by now.
  public func flush() async {
    if usesDisk { await disk?.flush() }
    await answers?.flush()
    if usesSignIns { await signIns.finish() }
  }

  /// Ends a run: waits a moment for what is asked behind answers that were served expired, then as
  /// ``flush()``, gives back what was taken ahead of shared rate limits, and makes the data file whole by
  /// itself.
  public func finish() async {
    if usedClient != nil || usesDisk || usesSignIns || usesData || usesRefreshes
      || usesStore
    {
      await finishParts()
    }
  }

  // Apart, because it looks types up that a run without any of these never needs.
  @inline(never)
  private func finishParts() async {
    await usedClient?.settle(within: Self.settling)
    await flush()
    await usedClient?.giveBackTokens()
    if usesData { await stores.settle() }
    if usesRefreshes { await refreshes.settle() }
    if usesStore { await store.settle() }
  }

  /// See ``RulesHost/beside(_:)``.
  func beside(_ reactor: Reactor) -> any RulesHost {
    let settings = settings
    return Host(
      reactor: reactor, time: SystemTime(reactor: reactor), home: home, grants: grants,
      output: output, settings: settings)
  }
}
