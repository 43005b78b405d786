import ArgumentParser
import Bindings
import Glibc
import HostSetup
import MixCore
import ScriptHost

/// `mixhost new`: a working file to begin with.
struct NewCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a working script, match rule or provider to begin with.",
    discussion: """
      script    NAME.lua, a program with options, a request and --json
      rule      match/NAME.lua in your rules folder, used as mix.rules.load("match/NAME")
      provider  providers/NAME.lua, used as require("providers.NAME")

      Examples:
        mixhost new script songs && mixhost songs.lua Stay
        mixhost new rule films && mixhost rules check match/films
        mixhost new provider films
      """)

  /// What can be made.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case script, rule, provider
  }

  @Argument(help: "script, rule or provider.") var kind: Kind
  @Argument(help: "Letters, digits, _ and -; a script's may have folders in front.")
  var name: String

  mutating func run(_ options: GlobalOptions) throws {
    let plain = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    let parts = plain.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, parts.allSatisfy(Self.isName),
      kind == .script || parts.count == 1
    else {
      throw UsageError(
        "\"\(name)\" is no name for a \(kind.rawValue): letters, digits, _ and - are allowed")
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
  }

  private func path(_ name: String, _ options: GlobalOptions) -> String {
    switch kind {
    case .script: return "\(name).lua"
    case .provider: return "providers/\(name).lua"
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
