import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Reactor
import ScriptHost
import Server

/// A command of `mixhost` that runs in this program: the options of all commands are read before its own.
protocol HostCommand: ParsableCommand {
  /// The words that the user typed: `mixhost serve`.
  static var typed: String { get }
  /// The script that its grants are those of.
  /// - Throws: `ServerError`.
  static func source() throws -> ScriptSource
  /// Works until it is ended.
  func work(_ setup: Setup, _ globals: GlobalOptions) async throws
}

extension HostCommand {
  /// Runs the command, or shows its help.
  /// - Parameters:
  ///   - words: what follows the command.
  ///   - globals: the options that every command of mixhost takes.
  static func run(_ words: [String], _ globals: GlobalOptions) async throws {
    let command: Self
    do { command = try parse(words) } catch {
      // Of another command it would be that command's help.
      guard exitCode(for: error) == .success else { throw error }
      exit(withError: error)
    }
    do {
      try Setup.programsHome(globals, ProcessEnvironment.all).check()
      let mock = try globals.mock.map { try MockProcess(options: $0) }
      defer { mock?.stop() }
      let setup = try Setup(globals, try source(), mock: mock, reactor: Reactor(name: "mixhost"))
      await setup.prepare()
      let store = try await reachStore(setup.host)
      defer { withExtendedLifetime(store) {} }
      try await command.work(setup, globals)
    } catch let exit as ExitCode {
      throw exit
    } catch {
      if let error = error as? UsageError {
        throw UsageError(error.description, command: typed)
      }
      MixhostServer.complain("\(error)")
      throw ExitCode(1)
    }
  }

  /// Waits for the fleet's server, if there is one.
  private static func reachStore(_ host: Host) async throws -> DataStore? {
    guard let address = try DataStore.address(host.settings.configuration) else { return nil }
    return try await StoreReaching.open(address, time: host.time) { problem in
      MixhostServer.complain(
        "\(problem); waiting for it, \(Int(StoreReaching.patience)) s at most")
    }
  }
}
