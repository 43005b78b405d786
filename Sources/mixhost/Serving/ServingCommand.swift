import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Reactor
import ScriptHost
import Server

/// A command that works until a signal ends it: `mixhost serve`, `mixhost worker`.
protocol ServingCommand: HomeCommand, Sendable {
  /// The script whose grants the command works with.
  /// - Throws: `ServerError`.
  static func source() throws -> ScriptSource
  /// Works until it is ended.
  func work(_ setup: Setup, _ globals: GlobalOptions) async throws
}

extension ServingCommand {
  mutating func run(_ globals: GlobalOptions) throws {
    FreedMemory.limitHeaps()
    let command = self
    try AsyncWork.wait { try await command.serve(globals) }
  }

  private func serve(_ globals: GlobalOptions) async throws {
    let mock = try MockProcess(of: globals)
    defer { mock?.stop() }
    let setup = try Setup(globals, try Self.source(), mock: mock, reactor: Reactor(name: "mixhost"))
    await setup.prepare()
    let store = try await Self.reachStore(setup.host)
    defer { withExtendedLifetime(store) {} }
    try await work(setup, globals)
  }

  /// Waits for the fleet's server, if there is one.
  private static func reachStore(_ host: Host) async throws -> DataStore? {
    guard let address = try DataStore.address(host.settings.configuration) else { return nil }
    return try await StoreReaching.open(address, time: host.time) { problem in
      OutputSettings.writeError(
        "mixhost: \(problem); waiting for it, \(Int(clamping: StoreReaching.patience)) s at most\n")
    }
  }
}
