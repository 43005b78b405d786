import ArgumentParser
import Bindings
import HostSetup
import MixCore
import ScriptHost

/// `mixhost types`: editor types for `mix`.
struct TypesCommand: ReferenceCommand {
  static let configuration = CommandConfiguration(
    commandName: "types", abstract: "Prints editor types (LuaCATS) for all modules.",
    discussion: """
      Examples:
        mixhost types > mix.lua      for a project of your own
        mixhost types --write        brings mixhost's own file up to date
      """)
  static let file = "scripts/types/mix.lua"
  static var text: String { Reference().editorTypes }
  @Flag(help: "Write scripts/types/mix.lua of this mixhost.") var write = false
}

/// `mixhost docs`: the reference of all modules.
struct DocsCommand: ReferenceCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Shows what a module or function does; prints the whole reference in Markdown.",
    discussion: """
      On a terminal, a page is shown by the pager that PAGER names, or by less.

      Examples:
        mixhost docs mix.http
        mixhost docs mix.json.decode
        mixhost docs > api.md
      """)
  static let file = "docs/api.md"
  static var text: String { Reference().page }
  @Argument(help: "A module, function or type, such as mix.http (default: all, in Markdown).")
  var name: String?
  @Flag(help: "Write docs/api.md of this mixhost.") var write = false

  mutating func run() throws {
    guard let name else { return try writeReference() }
    let output = OutputSettings(environment: ProcessEnvironment.all)
    let page = HelpPage(
      modules: Reference().modules.map(ModuleDescription.init),
      view: SessionView(output: output, plain: false))
    guard let text = page.text(name) else {
      throw UsageError(page.unknown(name, advice: "mixhost docs lists all modules"))
    }
    if output.isTerminal, Pager.show(text) { return }
    try StandardOutput.write(text.hasSuffix("\n") ? text : text + "\n")
  }
}

/// A command that prints a text generated from the registrations, or writes it to its file.
protocol ReferenceCommand: ParsableCommand {
  /// The path of the file below the folder that holds `scripts` and `docs`.
  static var file: String { get }
  static var text: String { get }
  var write: Bool { get }
}

extension ReferenceCommand {
  mutating func run() throws { try writeReference() }

  /// Prints the text, or writes it to its file.
  func writeReference() throws {
    guard write else { return try StandardOutput.write(Self.text) }
    guard let share = ShareFolder.path else {
      throw CommandFailure("the folder that comes with mixhost was not found")
    }
    let path = "\(share)/\(Self.file)"
    try NewFile.makeFolder(of: path)
    try NewFile.write(Self.text, to: path, replaces: true)
    try StandardOutput.write("\(path)\n")
  }
}
