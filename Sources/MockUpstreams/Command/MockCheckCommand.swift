public import ArgumentParser

/// `mixhost mock check`: holds the mocks of services against the services' answers.
public struct MockCheckCommand: AsyncParsableCommand, Sendable {
  /// How it is called.
  public static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Holds the mocks of services against their answers.",
    discussion: """
      Compares members, types, null and status of what each mock sends with services/NAME/answers, and lists what \
      it never sends. Ends with 1 where something is not explained there.

      Examples:
        mixhost mock check
        mixhost mock check itunes
      """)

  @Argument(help: "Names of services; all that have a mock without one.") var names: [String] = []
  /// The folder above the user's services.
  @Option(help: "Folder above `services` that has mocks, too, such as ~/.config/mixhost.")
  public var services: String?

  /// A command without arguments.
  public init() {}

  /// Prints each difference.
  public mutating func run() async throws {
    var options = MockOptions()
    if let services { options.folders.append(services) }
    let found: (answers: Int, lines: [String])
    do {
      found = try await MockServer.check(names, options)
    } catch {
      Says.wrong("\(error)")
      throw ExitCode.failure
    }
    for line in found.lines { Says.line(line) }
    Says.line(
      "\(Self.counted(found.answers, "answer")), \(Self.counted(found.lines.count, "difference"))")
    if !found.lines.isEmpty { throw ExitCode.failure }
  }

  private static func counted(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
