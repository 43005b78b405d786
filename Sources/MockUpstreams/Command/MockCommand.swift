#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
public import ArgumentParser
import Dispatch

/// A wrong option of the mock: exit code 2.
public struct MockUsageError: Error {
  /// One sentence that names the option.
  public let description: String
}

/// `mixhost mock`: stands in for the services that mixhost asks.
public struct MockCommand: AsyncParsableCommand, Sendable {
  /// How it is called.
  public static let configuration = CommandConfiguration(
    commandName: "mock",
    abstract: "Serves stand-ins for iTunes, the charts and book services from a made-up catalogue.",
    usage: "mixhost mock [OPTIONS]",
    discussion: """
      Prints one line with its address, then serves until Ctrl-C or SIGTERM.

      Examples:
        mixhost mock --port 8770 --size 5000
        mixhost mock --latency 20ms --rate 20/min --log requests.ndjson
        mixhost mock --fault 429:20%+503:10%+truncate:5% --retry-after 2s
        mixhost mock --export-books 1500 > books.csv
        mixhost mock --score-books enriched.json
        mixhost mock check
      """, subcommands: [MockCheckCommand.self])

  private static let faults =
    "truncate, timeout, slow, stall, reset, close, html, garbage, empty"

  @Option(help: "TCP port, 0 for a free one.")
  var port: String?
  @Option(help: "Address to listen on.")
  var host: String?
  @Option(help: "Seed of the catalogue.")
  var seed: String?
  @Option(help: "Number of songs in the catalogue.")
  var size: String?
  @Option(help: "Number of books in the catalogue.")
  var books: String?
  @Option(help: "Number of films at TMDB, and of series.")
  var titles: String?
  @Option(help: "The read access token that TMDB grants.")
  var tmdbToken: String?
  @Option(help: "Mistakes in TMDB's lists: all, or untitled, text-votes, … with + between.")
  var oddities: String?
  @Option(help: "Time before every answer, such as 20ms or 1.5s.")
  var latency: String?
  @Option(help: "File that holds every answer back while it is there.")
  var hold: String?
  @Option(help: "Limit on the calls of a service, such as 20/min; none without it.")
  var rate: String?
  @Option(
    help: "Faults, such as 429:20%+503:10%+truncate:5%: statuses 400 to 599 and \(Self.faults).")
  var fault: String?
  @Option(help: "Seconds in Retry-After of a 429 or 503 of --fault, or none.")
  var retryAfter: String?
  @Option(help: "Only requests below these paths get faults: /itunes or /itunes+/chart.")
  var faultPath: String?
  @Option(help: "Seconds that an access token of the mocked log-ins lives.")
  var tokenLife: String?
  @Option(help: "Seconds that a mocked log-in can be refreshed.")
  var loginLife: String?
  @Option(
    help: "The Web API of Spotify: old or new, with unlisted, premium or quota:N after a +.")
  var spotify: String?
  // A value that begins with - is one, too.
  @Option(
    parsing: .unconditional,
    help: "How far the clock that answers show is off, such as +1h or -90s.")
  var clock: String?
  /// The folder whose services' mocks answer, too.
  @Option(help: "Folder whose services' mocks answer, too, such as ~/.config/mixhost.")
  public var services: String?
  @Option(help: "File for one NDJSON line per request.")
  var log: String?
  @Option(help: "Number of chart entries.")
  var chartSize: String?
  @Flag(help: "End when standard input closes, that is when the parent has died.")
  var untilStdinCloses = false
  @Option(
    help: "Several of these options at once, such as latency=20ms,size=2000: what --mock=… says.")
  var options: String?
  @Flag(
    help: "Print the settings that it wants after its address: one on each line, then an empty one."
  )
  var settings = false

  @Option(
    help: ArgumentHelp(
      "Print a Goodreads export of N books of the catalogue, and end.", valueName: "n"))
  var exportBooks: Int?
  @Option(
    help: ArgumentHelp(
      "Hold an export of works (JSON; - for standard input) against the truth, and end.",
      valueName: "file"))
  var scoreBooks: String?

  /// A command without options.
  public init() {}

  /// The options as the library parses them: one place knows what each of them takes.
  private func parsed() throws -> MockOptions {
    var options = try MockOptions(parsing: options ?? "")
    let given = [
      ("port", port), ("host", host), ("seed", seed), ("size", size), ("books", books),
      ("titles", titles), ("tmdb-token", tmdbToken), ("oddities", oddities),
      ("latency", latency), ("hold", hold), ("rate", rate), ("fault", fault),
      ("retry-after", retryAfter), ("fault-path", faultPath), ("token-life", tokenLife),
      ("login-life", loginLife), ("spotify", spotify), ("clock", clock), ("services", services),
      ("log", log), ("chart-size", chartSize),
    ]
    for (key, value) in given {
      if let value { try options.set(key, to: value) }
    }
    try options.validate()
    return options
  }

  /// Serves until a signal comes, or prints what was asked for.
  public mutating func run() async throws {
    do {
      let options = try parsed()
      if let exportBooks { return try await BookTruth.export(exportBooks, options) }
      if let scoreBooks { return try await BookTruth.score(scoreBooks, options) }
      try await serve(options)
    } catch let error as MockOptionError {
      // --mock=latency=… is what the user of another command wrote.
      let option = settings ? "--mock=\(error.key)" : "--\(error.key)"
      throw MockUsageError(description: "\(option) \(error.message)")
    } catch let error as MockServerError {
      Says.wrong(error.description)
      throw ExitCode.failure
    }
  }

  private func serve(_ options: MockOptions) async throws {
    let server = MockServer(options: options)
    let port = try await server.start()
    // From here on a signal ends the server, not the process.
    let signals = [SIGTERM, SIGINT].map { EndSignal(number: $0, server: server) }
    defer { signals.forEach { $0.ignore() } }
    Says.line("mixhost mock listening on http://\(options.host):\(port)")
    if settings {
      for (name, value) in server.settings { Says.line("\(name)=\(value)") }
      Says.line("")
    }
    if untilStdinCloses { endWithStandardInput(server) }
    await server.waitUntilStopped()
  }

  /// Reads standard input away on a thread of its own, as a read blocks, and stops at its end.
  private func endWithStandardInput(_ server: MockServer) {
    DispatchQueue(label: "mixhost.mock.stdin").async {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
      }
      Task { await server.stop() }
    }
  }
}

/// Stops a server when a signal comes.
private struct EndSignal {
  private let source: any DispatchSourceSignal

  init(number: Int32, server: MockServer) {
    signal(number, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler {
      Task { await server.stop() }
    }
    source.resume()
  }

  /// Stops listening for the signal.
  func ignore() {
    source.cancel()
  }
}
