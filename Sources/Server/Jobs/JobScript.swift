package import HostSetup
internal import MixCore

/// The Lua program that runs jobs, of `mixhost serve` and `mixhost worker`.
package enum JobScript {
  /// Below the folder `scripts`.
  static let path = "commands/work_jobs.lua"

  /// The script for the set-up, which derives grants and `require` from it.
  /// - Throws: ``ServerError/incomplete(_:)``.
  package static func source() throws -> ScriptSource {
    guard let share = ShareFolder.path else { throw ServerError.incomplete("the folder scripts") }
    return .file("\(share)/scripts/\(path)", arguments: [])
  }
}
