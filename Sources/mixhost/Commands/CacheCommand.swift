import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Notation
import Reactor
import ScriptHost
import Synchronization

/// `mixhost cache`: the caches on disk.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Shows and empties the cache.",
    subcommands: [Stats.self, Show.self, Forget.self, Prune.self, Clear.self])

  /// The two caches in one file.
  struct Caches {
    let path: String
    let answers: ResponseCache
    let values: KeyValueCache

    init(_ options: GlobalOptions, _ reactor: Reactor, maxBytes: Int) {
      let home = Setup.home(
        options, ProcessEnvironment.all, isMock: options.mock != nil)
      let time = SystemTime(reactor: reactor)
      path = home.cacheFile
      let disk = DiskTier(
        path: path, maxBytes: maxBytes,
        onWarning: { OutputSettings.writeError("mixhost: warning: \($0)\n") })
      answers = ResponseCache(disk: disk, time: time)
      values = KeyValueCache(disk: disk, time: time)
    }
  }

  /// Runs work on a reactor and waits for its result.
  static func onReactor(
    _ options: GlobalOptions, _ work: @escaping @Sendable (Caches) async throws -> String
  ) throws {
    let configuration = ConfigCommand.told(options)
    let maxBytes = try configuration.cacheBytes()
    let reactor = Reactor(name: "cache")
    let outcome = Mutex(Result<String, any Error>.success(""))
    Task(executorPreference: reactor) {
      let caches = Caches(options, reactor, maxBytes: maxBytes)
      let result: Result<String, any Error>
      do { result = .success(try await work(caches)) } catch { result = .failure(error) }
      await caches.values.flush()
      outcome.withLock { $0 = result }
      reactor.stop()
    }
    reactor.join()
    try StandardOutput.write(try outcome.withLock { try $0.get() })
  }

  /// `cache stats`: counts entries and bytes.
  struct Stats: HomeCommand {
    static let configuration = CommandConfiguration(abstract: "Counts entries and bytes.")

    mutating func run(_ options: GlobalOptions) throws {
      try CacheCommand.onReactor(options) { caches in
        let answers = await caches.answers.statistics()
        let values = await caches.values.statistics()
        return """
          file      \(caches.path)
          answers   \(answers.diskEntries) (\(ByteSize.format(answers.diskBytes)))
          values    \(values.diskEntries) (\(ByteSize.format(values.diskBytes)))

          """
      }
    }
  }

  /// `cache prune`: removes expired entries.
  struct Prune: HomeCommand {
    static let configuration = CommandConfiguration(abstract: "Removes expired entries.")

    mutating func run(_ options: GlobalOptions) throws {
      try CacheCommand.onReactor(options) { caches in
        let answers = await caches.answers.prune()
        let values = await caches.values.prune()
        return "removed \(answers) answers and \(values) values\n"
      }
    }
  }

  /// `cache clear`: removes everything.
  struct Clear: HomeCommand {
    static let configuration = CommandConfiguration(abstract: "Removes everything.")

    mutating func run(_ options: GlobalOptions) throws {
      try CacheCommand.onReactor(options) { caches in
        await caches.answers.clear()
        await caches.values.clear()
        return "the cache is empty\n"
      }
    }
  }
}
