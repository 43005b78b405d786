import ArgumentParser
import Bindings
import Glibc
import HostSetup
import MixCore
import ScriptHost

/// `mixhost new`: writes a file to start from.
struct NewCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a working script, program, match rule or service to start from.",
    discussion: """
      script    NAME.lua, with options, a request and --json
      program   a folder NAME, as mixhost programs new makes it
      rule      match/NAME.lua in your rules folder, used as mix.rules.load("match/NAME")
      service   services/NAME in your config folder: its manifest, provider, mock, answers and spec

      A folder without .luarc.json gets one, so that editors with lua-language-server know mix.

      Examples:
        mixhost new script songs && mixhost songs.lua Stay
        mixhost new rule films && mixhost rules check match/films
        mixhost new service films && mixhost --mock match list.csv --with films
      """)

  /// The kinds of files.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case script, program, rule, service
  }

  @Argument(help: "script, program, rule or service.") var kind: Kind
  @Argument(
    help:
      "Letters, digits, _ and - (a service's: lower-case letters, digits and _); a script's may have folders in front."
  )
  var name: String

  mutating func run(_ options: GlobalOptions) throws {
    guard kind != .program else { return try ProgramsCommand.New.make(name, options) }
    guard kind != .service else { return try NewService(name, options).make() }
    let plain = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    let parts = plain.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, parts.allSatisfy(Self.isName),
      kind == .script || parts.count == 1
    else {
      throw UsageError(
        "\"\(name)\" is not a name for a \(kind.rawValue): letters, digits, _ and - are allowed")
    }
    guard let share = ShareFolder.path else {
      throw CommandFailure("the templates that come with mixhost were not found")
    }
    let template = "\(share)/scripts/templates/\(kind.rawValue).lua"
    let path = self.path(plain, options)
    let text = String(
      decoding: try ScriptSource.file(template, arguments: []).read(), as: UTF8.self)
    try NewFile.makeFolder(of: path)
    try NewFile.write(text.replacing("NAME", with: last), to: path)
    try StandardOutput.write("\(path)\n")
    if let settings = try EditorSettings.write(in: editorFolder(options), share: share) {
      OutputSettings.writeError("wrote \(settings), too: editors find mixhost's types by it\n")
    }
  }

  /// The folder in which an editor looks for its settings, which is the one that users open.
  private func editorFolder(_ options: GlobalOptions) -> String {
    guard kind == .rule else { return "." }
    return Home(environment: ProcessEnvironment.all, override: options.home).rulesFolder
  }

  private func path(_ name: String, _ options: GlobalOptions) -> String {
    switch kind {
    case .script, .program, .service: return "\(name).lua"
    case .rule:
      let home = Home(environment: ProcessEnvironment.all, override: options.home)
      return "\(home.rulesFolder)/match/\(name).lua"
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-")
      && text.utf8.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x5F
          || $0 == 0x2D
      }
  }
}
