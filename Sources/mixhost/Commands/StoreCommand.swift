import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Notation
import ScriptHost

/// `mixhost store`: manages the place of works, jobs and records.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Copies everything between a data file and a PostgreSQL server.",
    subcommands: [Migrate.self])

  /// A store's address on the command line: `sqlite:PATH` or `postgres://…`.
  struct Address {
    /// The path of the data file; nil for a server.
    let path: String?
    /// The address for messages, without a password.
    let shown: String
    private let text: String

    /// Parses an address.
    /// - Throws: ``UsageError`` without the password.
    init(_ text: String, of option: String) throws {
      self.text = text
      if text.hasPrefix("sqlite:") {
        let path = String(text.dropFirst("sqlite:".count))
        guard !path.isEmpty else { throw UsageError("\(option) sqlite: needs a path behind it") }
        self.path = path
        shown = "sqlite:\(PrivateFile.real(path) ?? path)"
        return
      }
      path = nil
      if let problem = PostgresAddress.problem(text) {
        throw UsageError("\(option) \(problem), or sqlite:PATH")
      }
      shown = PostgresAddress.masked(text)
    }

    /// Opens the store.
    /// - Throws: `DataFileError`.
    func open() throws -> DataStore {
      // A named file may come from a stranger.
      if let path, PrivateFile.exists(path) { try LibraryBackup.examine(path) }
      return try DataStore.open(path == nil ? text : nil, dataFile: path ?? "")
    }
  }

  /// `store migrate`: copies one store into another.
  struct Migrate: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copies everything from one store to another, empty one, and compares all rows.",
      discussion: """
        Works, decisions, jobs, refresh times and programs' records; not the cache and log-ins. The source \
        stays as it is. End servers and runs that use either of them first. A copy that was \
        interrupted continues when the same command runs again.

        Examples:
          mixhost store migrate --from sqlite:mixhost.sqlite --to postgres://mix@db.example/mix
          mixhost store migrate --from postgres://mix@db.example/mix --to sqlite:copy.sqlite
        """)

    @Option(help: "sqlite:PATH, or the address of a PostgreSQL server.") var from: String
    @Option(help: "As --from; it is empty, or holds the unfinished copy.") var to: String

    mutating func run(_ options: GlobalOptions) throws {
      let (source, target) = (try Address(from, of: "--from"), try Address(to, of: "--to"))
      guard (source.path == nil) != (target.path == nil) else {
        throw UsageError(
          source.path != nil
            ? "both are data files: mixhost backup copies one"
            : "both are servers: pg_dump and pg_restore copy a database")
      }
      if let path = source.path, !PrivateFile.exists(path) {
        throw CommandFailure("there is no data file \(path)")
      }
      let output = OutputSettings(environment: ProcessEnvironment.all)
      let progress = MigrationProgress(output)
      defer { progress.end() }
      let (from, to) = (try source.open(), try target.open())
      let result = try StoreMigration(
        from, from: source.shown, to: to, at: target.shown, onProgress: progress.show
      ).run()
      progress.end()
      to.settle()
      try StandardOutput.write(output.prose(Self.report(result, target)))
    }

    private static func report(_ result: StoreMigration.Result, _ target: Address) -> String {
      var lines = [
        "copied to \(target.shown)\(result.isResumed ? ", going on from before" : ""); all rows of both "
          + "are the same:"
      ]
      let width = result.tables.map { $0.rows.formatted.count }.max() ?? 0
      for table in result.tables where table.rows > 0 {
        let count = table.rows.formatted
        lines.append(
          "  " + String(repeating: " ", count: width - count.count)
            + "\(count) \(table.noun)  sha256 \(table.hash.prefix(16))")
      }
      if target.path == nil {
        lines.append("use it: mixhost --store ADDRESS …, or mixhost config set store ADDRESS")
      }
      return lines.map { $0 + "\n" }.joined()
    }
  }
}

/// Shows a copy's progress on standard error: one line that is overwritten on a terminal; elsewhere
/// nothing.
private final class MigrationProgress {
  private let output: OutputSettings
  private var isOpen = false

  init(_ output: OutputSettings) { self.output = output }

  func show(_ progress: StoreMigration.Progress) {
    guard output.isErrorTerminal else { return }
    let verb = progress.step == .copying ? "copying" : "comparing"
    isOpen = true
    let line =
      "\(verb) \(progress.noun): \(progress.done.formatted) of \(progress.total.formatted)"
    // A line that reaches the edge cannot be overwritten.
    OutputSettings.writeStyledError("\r\u{1B}[K" + line.prefix(max(1, output.width - 1)))
  }

  func end() {
    if isOpen { OutputSettings.writeStyledError("\r\u{1B}[K") }
    isOpen = false
  }
}

extension Int {
  /// The number with commas between groups of three digits.
  fileprivate var formatted: String {
    var text = ""
    for (index, digit) in String(self).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
