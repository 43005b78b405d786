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

  /// The programs, and what does not count, as one JSON document.
  static func json(_ catalogue: ProgramCatalogue, _ home: Home) throws -> String {
    let programs = try catalogue.programs.map { program in
      object([
        ("name", quoted(program.name)), ("command", quoted(program.command)),
        ("summary", quoted(program.summary)), ("folder", quoted(program.folder)),
        ("entry", quoted(program.entry)), ("bundled", "\(program.isBundled)"),
        ("note", try note(program, home).map(quoted) ?? "null"),
        ("settings", list(program.settings.map(\.name))),
        ("upstreams", list(program.upstreams.map(\.name))),
        ("refreshers", list(program.refreshers.map(\.name))), ("wants", list(program.wants)),
      ])
    }
    let problems = catalogue.problems.map {
      object([("path", quoted($0.path)), ("message", quoted($0.message))])
    }
    return object([
      ("programs", "[\(programs.joined(separator: ","))]"),
      ("problems", "[\(problems.joined(separator: ","))]"),
    ])
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{\(fields.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ","))]"
  }

  private static func quoted(_ text: String) -> String { LogLine.quoted(text) }

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
