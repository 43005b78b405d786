internal import Bindings
package import MixCore
package import Notation
internal import Reactor

extension GlobalOptions {
  /// The `.env` file of the run: the one that the options name, or the one of the working directory.
  package func envFile(_ environment: EnvironmentVariables) -> EnvFile {
    // Trust is the user's own, also with `--mock`.
    envFile.map { EnvFile(named: $0) }
      ?? EnvFile(ofFolder: Setup.programsHome(self, environment))
  }
}

/// Notes on a `.env` file, on standard error.
package enum EnvFileNotices {
  private static let told = Guarded<Set<String>>([])

  /// Tells each once in a process, however many engines it makes.
  package static func tell(_ notices: [String]) {
    for notice in notices where told.withLock({ $0.insert(notice).inserted }) {
      OutputSettings.writeError("mixhost: \(notice)\n")
    }
  }
}
