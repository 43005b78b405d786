import Bindings
import HostSetup
import MixCore
import Notation

/// Formats the programs for `mixhost programs list`.
enum ProgramList {
  /// An entry for each program.
  static func lines(_ catalogue: ProgramCatalogue, _ home: Home) throws -> [String] {
    let output = OutputSettings(environment: ProcessEnvironment.all)
    let width = catalogue.programs.map(\.command.count).max() ?? 0
    return try catalogue.programs.map { program in
      let note = try note(program, home).map { " (\($0))" } ?? ""
      return output.entry(
        "mixhost \(program.command)", program.summary + note, at: "mixhost ".count + width + 2)
    }
  }

  /// The programs and the problems of others as one JSON document.
  static func json(_ catalogue: ProgramCatalogue, _ home: Home) throws -> String {
    let programs = try catalogue.programs.map { try value($0, note: note($0, home)) }
    let problems = catalogue.problems.map {
      JSON.members(["path": .string($0.path), "message": .string($0.message)])
    }
    // Texts of strangers' files may be shown on a terminal.
    var writer = JSONWriter(escapes: .terminal)
    writer.write(.members(["programs": .array(programs), "problems": .array(problems)]))
    return writer.text
  }

  private static func value(_ program: ProgramManifest, note: String?) -> JSON {
    .members([
      "name": .string(program.name), "command": .string(program.command),
      "summary": .string(program.summary), "folder": .string(program.folder),
      "entry": .string(program.entry), "bundled": .bool(program.isBundled),
      "note": note.map { JSON.string($0) } ?? JSON.null,
      "settings": list(program.settings.map(\.name)),
      "upstreams": list(program.upstreams.map(\.name)),
      "refreshers": list(program.refreshers.map(\.name)), "wants": list(program.wants),
    ])
  }

  private static func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// A note on one of the user's programs; nil for those of mixhost.
  private static func note(_ program: ProgramManifest, _ home: Home) throws -> String? {
    guard !program.isBundled else { return nil }
    guard let accepted = try ProgramAcceptance(program.name, home).accepted() else {
      return "yours, not accepted yet"
    }
    if accepted.covers(program) { return "yours" }
    let isComplete = program.wants.allSatisfy(accepted.lines.contains)
    return isComplete
      ? "yours, changed since you accepted it" : "yours, wants more than you accepted"
  }
}
