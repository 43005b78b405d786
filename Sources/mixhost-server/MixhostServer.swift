#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import ArgumentParser
import HostSetup
import MockUpstreams
import Server

/// The programs that need a web server. They live beside `mixhost`, so that running a script does not
/// pay for loading one.
@main
struct MixhostServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixhost-server",
    abstract: "The servers that mixhost starts.",
    version: "mixhost \(Release.version)",
    subcommands: [MockCommand.self, ServeCommand.self, WorkerCommand.self])

  /// The name that the user typed: `mixhost` becomes this program for these commands.
  private static var typedCommand: String {
    let word = CommandLine.arguments.dropFirst().first { ["mock", "serve", "worker"].contains($0) }
    return "mixhost" + (word.map { " " + $0 } ?? "")
  }

  /// One line on standard error.
  static func complain(_ message: String) { writeError("mixhost: \(message)\n") }

  private static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    // Nowhere else to complain when standard error itself is closed.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Runs the command; wrong use ends with status 2, as everywhere in mixhost.
  static func main() async {
    // A file at its size limit is an error of a write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    FreedMemory.limitHeaps()
    ThreadCaches.keepFromChildren()
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      // The options of all commands stand where they like.
      let (globals, rest) = try GlobalOptions.split(words) { _ in true }
      if rest.first == "serve" {
        return try await ServeCommand.run(Array(rest.dropFirst()), globals)
      }
      if rest.first == "worker" {
        return try await WorkerCommand.run(Array(rest.dropFirst()), globals)
      }
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let error as MockUsageError {
      writeError(UsageError(error.description, command: "mixhost mock").text)
      exit(withError: ExitCode(2))
    } catch let error as UsageError {
      writeError(error.text)
      exit(withError: ExitCode(2))
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      writeError(
        ParserMessage.error(fullMessage(for: error), command: typedCommand).text)
      exit(withError: ExitCode(2))
    }
  }
}
