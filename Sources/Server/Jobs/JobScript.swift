package import HostSetup

/// The Lua script that runs jobs.
package enum JobScript {
  /// The script's path below the folder `scripts`.
  static let path = "commands/serve_job.lua"

  /// The script for the set-up, which derives grants and `require` from it.
  /// - Throws: ``ServerError/incomplete(_:)``.
  package static func source() throws -> ScriptSource {
    guard let share = ShareFolder.path else { throw ServerError.incomplete("the folder scripts") }
    return .file("\(share)/scripts/\(path)", arguments: [])
  }
}
