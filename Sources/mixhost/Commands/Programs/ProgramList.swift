import HostSetup
import MixCore

/// The programs as `mixhost programs list` shows them.
enum ProgramList {
  /// A line for each program.
  static func lines(_ catalogue: ProgramCatalogue, _ home: Home) throws -> [String] {
    let width = (catalogue.programs.map(\.command.count).max() ?? 0) + 2
    return try catalogue.programs.map { program in
      let space = String(repeating: " ", count: max(1, width - program.command.count))
      let note = try note(program, home)
      return "mixhost \(program.command)\(space)\(program.summary)\(note.map { " (\($0))" } ?? "")"
    }
  }

  /// What there is to know about one of the user's; nil for those that come with mixhost.
  private static func note(_ program: ProgramManifest, _ home: Home) throws -> String? {
    guard !program.isBundled else { return nil }
    guard let accepted = try ProgramAcceptance(program.name, home).lines() else {
      return "yours, not accepted yet"
    }
    let isComplete = program.wants.allSatisfy(accepted.contains)
    return isComplete ? "yours" : "yours, wants more than you accepted"
  }
}
