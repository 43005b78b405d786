/// An error in the command line: exit code 2.
package struct UsageError: Error, CustomStringConvertible {
  /// The error and its correction; empty if it has already been shown.
  package let description: String
  /// The command whose help explains more, as the user types it.
  package let command: String

  /// - Parameters:
  ///   - description: one sentence.
  ///   - command: the command whose help explains more.
  package init(_ description: String, command: String = "mixhost") {
    self.description = description
    self.command = command
  }

  /// The text for standard error: the message, and the command whose help explains more.
  package var text: String {
    description.isEmpty ? "" : "mixhost: \(description)\nSee \(command) --help\n"
  }
}

/// A failure that is shown without a traceback: exit code 1.
package struct CommandFailure: Error, CustomStringConvertible {
  /// The failure, its place and the remedy.
  package let description: String

  /// - Parameter description: one sentence.
  package init(_ description: String) { self.description = description }
}
