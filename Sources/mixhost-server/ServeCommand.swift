#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import ArgumentParser
import HostSetup
import MixCore
import Reactor
import Server

/// `mixhost serve`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves jobs, library and feed over HTTP and WebSocket, with a page, until Ctrl-C.",
    usage: "mixhost [OPTIONS] serve [OPTIONS]",
    discussion: """
      Prints one line with its address. Only this machine can reach it, unless --host names another \
      address; that needs a certificate, or --insecure. Calls that change something need a token: \
      it is printed at the first start and kept in a file of yours.

      Examples:
        mixhost serve --open
        mixhost --mock serve --port 0
        mixhost serve --host 0.0.0.0 --certificate cert.pem --key key.pem --allow-host media.home
        curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
          -d '{"jobId": "7b0e…", "workIds": [1, 2]}' http://127.0.0.1:8787/api/enrichment/start
      """)

  @Option(help: "Address to listen on.")
  var host = "127.0.0.1"
  @Option(help: "TCP port, 0 for a free one.")
  var port = 8787
  @Flag(help: "Open the page in a browser, signed in.")
  var open = false
  @Option(help: ArgumentHelp("The certificate and those above it, PEM.", valueName: "file"))
  var certificate: String?
  @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
  var key: String?
  @Flag(help: "Serve an address of the network without TLS: everybody there can read along.")
  var insecure = false
  @Option(
    help: ArgumentHelp(
      "A further name that clients may ask by; may be repeated.", valueName: "name"))
  var allowHost: [String] = []
  @Option(help: "Books of a job at work at once, 1 to 64.")
  var concurrency = 6
  @Option(help: ArgumentHelp("The rules of match/books.", valueName: "name"))
  var rules = "standard"
  @Flag(help: "Add /ws/echo, for WebSocket conformance suites.")
  var testRoutes = false

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes 0 to 65535, not \(port)")
    }
    guard (1...64).contains(concurrency) else {
      throw ValidationError("--concurrency takes 1 to 64, not \(concurrency)")
    }
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key belong together")
    }
  }

  private var serverOptions: ServerOptions {
    var options = ServerOptions()
    options.host = host
    options.port = port
    if let certificate, let key { options.certificate = (certificate, key) }
    options.insecure = insecure
    options.allowedHosts = allowHost
    options.testRoutes = testRoutes
    options.concurrency = concurrency
    options.rules = rules
    return options
  }

  /// - Parameter globals: the options that every command of mixhost takes.
  func run(_ globals: GlobalOptions) async throws {
    do {
      let mock = try globals.mock.map { try MockProcess(options: $0) }
      defer { mock?.stop() }
      let source = try JobScript.source()
      let setup = try Setup(globals, source, mock: mock, reactor: Reactor(name: "mixhost"))
      await setup.prepare()
      try await serve(setup)
    } catch let exit as ExitCode {
      throw exit
    } catch {
      Self.complain("\(error)")
      throw ExitCode(error is UsageError ? 2 : 1)
    }
  }

  private func serve(_ setup: Setup) async throws {
    let server = try WebServer(serverOptions, setup: setup)
    let ended = AsyncStream<Void>.makeStream()
    let signals = EndSignals { ended.continuation.finish() }
    defer { withExtendedLifetime(signals) {} }
    let port = try await server.start()
    announce(server, port)
    let failure = Task {
      await server.waitUntilStopped()
      ended.continuation.finish()
    }
    for await _ in ended.stream {}
    await server.stop()
    failure.cancel()
  }

  private func announce(_ server: WebServer, _ port: Int) {
    let scheme = certificate == nil ? "http" : "https"
    let address = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    print("mixhost serving on \(address)")
    if server.token.isNew {
      print("token for changes, shown this once: \(server.token.text)")
    }
    print("the token is kept in \(server.token.path)")
    fflush(nil)
    if open { Browser.open(address + server.loginPath()) }
  }

  static func complain(_ message: String) {
    let line = Array("mixhost serve: \(message)\n".utf8)
    // Nowhere else to complain when standard error itself is closed.
    _ = write(STDERR_FILENO, line, line.count)
  }
}

/// The user's browser.
private enum Browser {
  /// Opens an address; says so when that cannot be done.
  static func open(_ address: String) {
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    if posix_spawnp(&process, "xdg-open", nil, nil, &words, environ) != 0 {
      ServeCommand.complain("no browser could be opened; go to \(address)")
    }
  }
}
