internal import Bindings
package import MixCore
package import Notation
internal import Reactor

extension GlobalOptions {
  /// The `.env` file of the run: the one named by the options, or that of the working directory.
  package func envFile(_ environment: EnvironmentVariables) -> EnvFile {
    // Trust in files is kept in the user's own home, even with `--mock`.
    envFile.map { EnvFile(named: $0) }
      ?? EnvFile(ofFolder: Setup.programsHome(self, environment))
  }
}

/// Prints notes on a `.env` file on standard error.
package enum EnvFileNotices {
  private static let told = Guarded<Set<String>>([])

  /// Prints each notice once in a process, even if it makes several engines.
  package static func tell(_ notices: [String]) {
    for notice in notices where told.withLock({ $0.insert(notice).inserted }) {
      OutputSettings.writeError("mixhost: \(notice)\n")
    }
  }
}
