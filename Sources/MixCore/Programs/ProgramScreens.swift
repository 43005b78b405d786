/// A screen that a program declares.
public struct ProgramScreen: Sendable {
  /// The program that has the screen.
  public let program: ProgramManifest
  /// Its name within the program.
  public let name: String
  /// Its name for people.
  public let title: String

  /// `chart/charts`: the name that no other screen has.
  public var fullName: String { "\(program.name)/\(name)" }

  /// The modules that `require` loads in a run of the program.
  public var module: String {
    program.isBundled ? "programs.\(program.name).screens.\(name)" : "screens.\(name)"
  }
}

extension ProgramCatalogue {
  /// The screens of all programs, by program and name.
  public var screens: [ProgramScreen] {
    programs.flatMap { program in
      program.screens.sorted { $0.name < $1.name }.map {
        ProgramScreen(program: program, name: $0.name, title: $0.title)
      }
    }
  }

  /// The screens that a user may mean.
  /// - Parameter name: `chart/charts`, or `charts` alone.
  public func screens(named name: String) -> [ProgramScreen] {
    screens.filter { $0.fullName == name || $0.name == name }
  }
}
