internal import Files
internal import MixCore
internal import Notation
internal import ScriptHost

/// The programs as `mix.host.programs` shows them.
enum ProgramValues {
  static let program = Shape(
    "host.program", "A program that this mixhost knows.",
    [
      .init("name", "string", "such as chart"),
      .init("command", "string", "the word after mixhost that runs it"),
      .init("summary", "string", "what it does, in one line"),
      .init("folder", "string", "where its manifest is"),
      .init("bundled", "boolean", "whether it comes with mixhost"),
      .init("wants", "string[]", "what it may do, one line each"),
      .init("missing", "string[]", "what of it the user has not accepted; it does not run so long"),
      .init("settings", "string[]", "the names of its settings"),
      .init("upstreams", "host.service[]", "the services that it asks"),
      .init("refreshers", "string[]", "the sources it fetches regularly"),
      .init("screens", "string[]", "its screens, such as chart/charts"),
      .init("connected", "boolean", "whether it answers other programs, by its connected.lua"),
    ])

  static let service = Shape(
    "host.service", "A service of a program.",
    [
      .init("name", "string", "as mix.http.service takes it"),
      .init("base", "string", "its address; for one of the user's own, a stand-in"),
    ])

  static let problem = Shape(
    "host.program_problem", "A manifest that does not count.",
    [
      .init("path", "string", "its file"),
      .init("message", "string", "what is wrong with it"),
    ])

  /// - Throws: ``HostError`` when what was accepted cannot be read.
  static func list(_ catalogue: ProgramCatalogue) throws -> LuaValue {
    .array(try catalogue.programs.map { try value($0, catalogue) })
  }

  static func problems(_ catalogue: ProgramCatalogue) -> LuaValue {
    .array(
      catalogue.problems.map {
        .object(["path": .string($0.path), "message": .string($0.message)])
      })
  }

  private static func value(
    _ program: ProgramManifest, _ catalogue: ProgramCatalogue
  ) throws -> LuaValue {
    let screens = catalogue.screens.filter { $0.program.name == program.name }
    return .object([
      "name": .string(program.name), "command": .string(program.command),
      "summary": .string(program.summary), "folder": .string(program.folder),
      "bundled": .bool(program.isBundled), "wants": texts(program.wants),
      "missing": texts(try missing(program)), "settings": texts(program.settings.map(\.name)),
      "upstreams": .array(
        program.upstreams.map {
          .object(["name": .string($0.name), "base": .string($0.canonical)])
        }),
      "refreshers": texts(program.refreshers.map(\.name)),
      "screens": texts(screens.map(\.fullName)),
      "connected": .bool(PrivateFile.exists(program.folder + "/connected.lua")),
    ])
  }

  private static func missing(_ program: ProgramManifest) throws -> [String] {
    guard !program.isBundled else { return [] }
    do {
      let accepted = try ProgramAcceptance(program).accepted()
      let missing = program.wants.filter { !(accepted?.lines.contains($0) ?? false) }
      guard missing.isEmpty, accepted?.covers(program) != true else { return missing }
      return ["run as it is now"]
    } catch { throw HostError(kind: "io", message: "\(error)") }
  }

  private static func texts(_ texts: [String]) -> LuaValue { .array(texts.map(LuaValue.string)) }
}
