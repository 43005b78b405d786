/// A wrong command line: exit code 2.
package struct UsageError: Error, CustomStringConvertible {
  /// What is wrong, and what is right.
  package let description: String

  /// - Parameter description: one sentence.
  package init(_ description: String) { self.description = description }
}

/// A failure that the user reads without a traceback: exit code 1.
package struct CommandFailure: Error, CustomStringConvertible {
  /// What failed, where, and what to do.
  package let description: String

  /// - Parameter description: one sentence.
  package init(_ description: String) { self.description = description }
}

/// What is built here.
package enum Release {
  /// As `--version`, the User-Agent and the servers say it.
  package static let version = "0.1.0"
}
