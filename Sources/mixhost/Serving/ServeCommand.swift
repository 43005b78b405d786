#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Reactor
import ScriptHost
import Server

/// `mixhost serve`.
struct ServeCommand: ServingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract:
      "Serves jobs, library and refreshers over HTTP and WebSocket, with a page, until Ctrl-C.",
    usage: "mixhost [OPTIONS] serve [OPTIONS]",
    discussion: """
      Prints the addresses to open. Only this machine can reach it, unless --host names another \
      address, or 0.0.0.0 for all; that needs a certificate, or --insecure. Reading and changing need a \
      sign-in: a browser uses the printed address, once and within a minute, a script the token, \
      which is kept in a file of yours. SIGTERM and Ctrl-C end it in order, SIGHUP reads the \
      certificate again.

      Examples:
        mixhost serve --open
        mixhost --mock serve --port 0
        mixhost serve --host 0.0.0.0 --certificate cert.pem --key key.pem --allow-host media.home
        mixhost serve --allow-host media.home --trusted-proxy 127.0.0.1
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
  @Option(
    help: ArgumentHelp(
      "A reverse proxy whose X-Forwarded-… or Forwarded fields count, by its address or network; may be "
        + "repeated.", valueName: "address"))
  var trustedProxy: [String] = []
  @Option(help: "Works of a job at work at once, 1 to 64.")
  var concurrency = 6
  @Option(help: ArgumentHelp("The match rules that jobs decide by.", valueName: "name"))
  var rules = "standard"
  @Flag(help: "Refresh only on request.")
  var noRefresh = false
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

  private func serverOptions(_ globals: GlobalOptions) throws -> ServerOptions {
    var options = ServerOptions()
    options.globals = globals.words
    // An address of IPv6 as its own links have it.
    options.host =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    options.port = port
    if let certificate, let key { options.certificate = (certificate, key) }
    options.insecure = insecure
    options.allowedHosts = allowHost
    do { options.proxies = try TrustedProxies(trustedProxy) } catch {
      throw UsageError("\(error)")
    }
    if let problem = options.problem { throw UsageError(ShownText.message(problem)) }
    options.testRoutes = testRoutes
    options.concurrency = concurrency
    options.rules = rules
    options.refreshes = !noRefresh
    let files = DescriptorLimit.raise()
    guard files >= DescriptorLimit.least else {
      throw CommandFailure(
        "serve needs \(DescriptorLimit.least) open files, and this process may have \(files): "
          + "raise the limit, such as by ulimit -n 1024")
    }
    options.limits.connections = min(
      options.limits.connections, DescriptorLimit.connections(of: files))
    return options
  }

  static func source() throws -> ScriptSource { try JobScript.source() }

  func work(_ setup: Setup, _ globals: GlobalOptions) async throws {
    let options = try serverOptions(globals)
    let server = try WebServer(options, setup: setup)
    let ended = AsyncStream<Bool>.makeStream()
    var hangUp: (@Sendable () -> Void)?
    if certificate != nil { hangUp = { Task { await server.reloadCertificate() } } }
    let signals = EndSignals(hangUp: hangUp) { _ in ended.continuation.yield(true) }
    defer { withExtendedLifetime(signals) {} }
    let port = try await server.start()
    let addresses = ServeAddresses(host: options.host, port: port, isSecure: certificate != nil)
    addresses.announce(server)
    if open, let first = addresses.all.first {
      let address = first + server.loginPath()
      if try await !blocking({ Browser.open(address) }) {
        OutputSettings.writeError("mixhost: no browser could be opened; go to \(address)\n")
      }
    }
    let failure = Task {
      await server.waitUntilStopped()
      ended.continuation.yield(false)
    }
    var isAsked = false
    for await asked in ended.stream {
      isAsked = asked
      break
    }
    failure.cancel()
    await server.stop()
    if !isAsked { throw CommandFailure("the server ended unexpectedly; see mixhost logs") }
  }
}
