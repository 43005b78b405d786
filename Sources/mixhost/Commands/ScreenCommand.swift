import ArgumentParser
import HostSetup
import MixCore

/// `mixhost screen`: shows a program's screen on the terminal.
struct ScreenCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Shows a screen of a program, and does what it offers.",
    discussion: """
      Examples:
        mixhost screen
        mixhost screen charts
        mixhost screen chart/charts --do refresh
        mixhost screen charts --json
      """)
  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  mutating func run(_ options: GlobalOptions) throws {
    let programs = Programs.source(Setup.programsHome(options, ProcessEnvironment.all))
    let found = name.map { programs.catalogue.screens(named: $0) } ?? []
    guard found.count == 1, let screen = found.first else {
      // The script handles the list of screens, help, and names that match no or several screens.
      // It runs no view, because a view would get the grants of mixhost's own scripts.
      return try RulesCommand.run(script: "commands/screens", as: "screen", arguments, options)
    }
    var options = options
    options.allowRead += files
    let code = try ProgramRunner(options, programs: programs)
      .run(screen.program, script: "commands/screen", as: "screen", arguments)
    if code != 0 { throw ExitCode(code) }
  }

  /// The files that the user passes as values of fields: `file=@books.csv`.
  private var files: [String] {
    arguments.compactMap { word in
      guard let place = word.firstRange(of: "=@"), place.upperBound < word.endIndex else {
        return nil
      }
      return String(word[place.upperBound...])
    }
  }

  /// The first word that is neither an option nor an option's value; nil when there is none.
  private var name: String? {
    var isValue = false
    for word in arguments {
      if isValue {
        isValue = false
      } else if word == "--do" || word == "--rows" {
        isValue = true
      } else if !word.hasPrefix("-") {
        return word
      }
    }
    return nil
  }
}
