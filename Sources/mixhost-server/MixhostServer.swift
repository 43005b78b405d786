#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import ArgumentParser
import HostSetup
import MockUpstreams

/// The programs that need a web server. They live beside `mixhost`, so that running a script does not
/// pay for loading one.
@main
struct MixhostServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixhost-server",
    abstract: "The servers that mixhost starts.",
    subcommands: [MockCommand.self, ServeCommand.self])

  /// Runs the command; wrong use ends with status 2, as everywhere in mixhost.
  static func main() async {
    // A file at its size limit is an error of a write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      // The options of all commands stand where they like.
      let (globals, rest) = try GlobalOptions.split(words) { _ in true }
      if rest.first == "serve" {
        return try await ServeCommand.run(Array(rest.dropFirst()), globals)
      }
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let error as UsageError {
      ServeCommand.complain(error.description)
      exit(withError: ExitCode(2))
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      let message = Array((fullMessage(for: error) + "\n").utf8)
      _ = write(STDERR_FILENO, message, message.count)
      exit(withError: ExitCode(2))
    }
  }
}
