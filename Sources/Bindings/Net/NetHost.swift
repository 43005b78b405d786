internal import MixCore

/// A run with a network.
protocol NetHost: ScriptRun {
  /// The client of all scripts of this run.
  /// - Throws: ``HTTPError`` when a configured upstream is not an address.
  func client() throws -> HTTPClient

  /// Says on the terminal's status line who is asked, while `body` asks with a client of its own.
  func asking<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value

  /// The requests that wait for their upstream.
  var requestWaits: RequestWaits { get }

  /// The values that scripts keep.
  var values: KeyValueCache { get }

  /// Log-ins at services, and their tokens.
  var signIns: SignIns { get }

  /// Begins a work whose rest is to be foreseen; what is sent from now on counts.
  /// - Returns: how long the rest takes at the rate that upstreams allow, asked with the items that are
  ///   done and left; nil when no limit is in the way. Only on the reactor's thread.
  func beginForecast() -> @Sendable (_ done: Int, _ left: Int) -> TrafficForecast?

  /// Writes what the caches hold back, and waits for tokens that are being renewed.
  func flush() async
}
