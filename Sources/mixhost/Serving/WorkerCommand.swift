#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Notation
import Reactor
import Server

/// `mixhost worker`.
struct WorkerCommand: ServingCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Works on the jobs of a store, beside any number of other workers, until Ctrl-C.",
    usage: "mixhost [OPTIONS] worker [OPTIONS]",
    discussion: """
      Takes items of all open jobs and waits for more. On several hosts it takes --store \
      postgres://user@host/database (or the setting store); without, it works on the data file of this \
      home. SIGTERM and Ctrl-C put back what is in hand; a second one ends it at once.

      Examples:
        mixhost --store postgres://mixhost@db/mixhost worker
        mixhost worker --concurrency 12 --listen 127.0.0.1:9180
      """)

  /// How often it says how it goes, in seconds.
  private static let linePause = 30

  @Option(help: "Items at work at once, 1 to 64.")
  var concurrency = 6
  @Option(help: ArgumentHelp("The match rules that it decides by.", valueName: "name"))
  var rules = "standard"
  @Option(
    help: ArgumentHelp(
      "How long items stay with a worker that does not answer.", valueName: "time"))
  var lease = "60s"
  @Option(
    help: ArgumentHelp("Serve /health and /metrics at an address.", valueName: "host:port"))
  var listen: String?

  func validate() throws {
    guard (1...64).contains(concurrency) else {
      throw ValidationError("--concurrency takes 1 to 64, not \(concurrency)")
    }
    guard let seconds = DurationText.parse(lease), (1...86_400).contains(seconds) else {
      throw ValidationError("--lease takes a duration from 1s to 1d, not \(lease)")
    }
    if let listen, Self.address(listen) == nil {
      throw ValidationError("--listen takes host:port, not \(listen)")
    }
  }

  static func source() throws -> ScriptSource { try JobScript.source() }

  func work(_ setup: Setup, _ globals: GlobalOptions) async throws {
    var options = QueueWorker.Options()
    (options.concurrency, options.rules) = (concurrency, rules)
    options.lease = DurationText.parse(lease) ?? options.lease
    try await work(
      try QueueWorker(options, setup: setup), OutputSettings(environment: ProcessEnvironment.all))
  }

  private func work(_ worker: QueueWorker, _ output: OutputSettings) async throws {
    let ended = Guarded<Int32>(0)
    let signals = EndSignals(hangUp: nil) { number in
      ended.withLock { $0 = number }
      worker.stop()
    }
    defer { withExtendedLifetime(signals) {} }
    var status: SmallServer?
    if let listen, let (host, port) = Self.address(listen) {
      status = try await WorkerStatus.serve(worker, host: host, port: port)
    }
    print(output.prose("mixhost worker on \(worker.label), \(concurrency) at once"))
    if let status { print("  /health and /metrics on port \(status.port)") }
    fflush(nil)
    let lines = Task { await Self.tell(worker, output) }
    await worker.run()
    lines.cancel()
    await status?.stop()
    if let line = try? await worker.line() { print(output.prose("stopped: \(line)")) }
    if ended.withLock({ $0 }) == SIGINT { throw ExitCode(130) }
  }

  /// Says now and then how it goes, when that has changed.
  private static func tell(_ worker: QueueWorker, _ output: OutputSettings) async {
    var last = ""
    while (try? await Task.sleep(for: .seconds(linePause))) != nil {
      guard let line = try? await worker.line(), line != last else { continue }
      last = line
      print(output.prose(line))
      fflush(nil)
    }
  }

  private static func address(_ text: String) -> (host: String, port: Int)? {
    guard let colon = text.lastIndex(of: ":"),
      let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
    else { return nil }
    let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
    return host.isEmpty ? nil : (host, port)
  }
}
