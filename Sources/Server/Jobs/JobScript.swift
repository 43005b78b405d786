package import HostSetup

/// The Lua program that runs jobs, of `mixhost serve` and `mixhost worker`.
package enum JobScript {
  /// Below the folder `scripts`.
  static let path = "commands/work_jobs.lua"

  /// As the set-up takes it: grants and `require` go by it.
  /// - Throws: ``ServerError/incomplete(_:)``.
  package static func source() throws -> ScriptSource {
    guard let share = ShareFolder.path else { throw ServerError.incomplete("the folder scripts") }
    return .file("\(share)/scripts/\(path)", arguments: [])
  }
}
