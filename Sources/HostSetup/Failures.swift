/// A wrong command line: exit code 2.
package struct UsageError: Error, CustomStringConvertible {
  /// The fault, and what is right; empty where the user has seen it already.
  package let description: String
  /// The command whose help says more, as the user types it.
  package let command: String

  /// - Parameters:
  ///   - description: one sentence.
  ///   - command: the command whose help says more.
  package init(_ description: String, command: String = "mixhost") {
    self.description = description
    self.command = command
  }

  /// The error, and where to read more: the text for standard error.
  package var text: String {
    description.isEmpty ? "" : "mixhost: \(description)\nSee \(command) --help\n"
  }
}

/// A failure that the user reads without a traceback: exit code 1.
package struct CommandFailure: Error, CustomStringConvertible {
  /// The failure, its place and what to do.
  package let description: String

  /// - Parameter description: one sentence.
  package init(_ description: String) { self.description = description }
}
