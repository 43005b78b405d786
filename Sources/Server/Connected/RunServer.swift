package import HostSetup
internal import Bindings
internal import MixCore
internal import ScriptHost

/// The server of a script that answers at one address of this machine as long as it runs.
package enum RunServer {
  /// Lets the scripts of a set-up open it (`mix.connected.listen`).
  package static func enable(_ setup: Setup) {
    setup.host.onListen = { [weak host = setup.host, engine = setup.engine] secret, port, most in
      guard let host else { throw CancellationError() }
      let digest = ConnectedAddresses.digest(secret)
      let program = ConnectedProgram(mostBytes: most) { request in
        try await engine.call("answer", of: "lib.connected", [request]).first
      }
      let log = AccessLog(host.settings.logger, metrics: Metrics())
      var routes = ServeRoutes()
      ConnectedRoutes(isSecure: false, log: log) { given in
        ConnectedAddresses.digest(given) == digest ? program : nil
      }.add(to: &routes)
      return try await SmallServer(
        routes, host: "127.0.0.1", port: port, home: host.home, log: log,
        time: host.time
      ).port
    }
  }
}
