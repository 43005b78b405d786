internal import Files
internal import MixCore
internal import ScriptHost

/// The screens of a manifest: `"episodes"`, or `{ "episodes", title = "Podcasts", jobs = "ask" }`.
struct ManifestScreens {
  /// The program's.
  let folder: String

  func read(_ root: Fields) throws -> [ScreenDeclaration] {
    var screens: [ScreenDeclaration] = []
    for table in root.records("screens") {
      let screen = try screen(table)
      guard ProgramManifest.isName(screen.name) else {
        throw root.wrong("screens", "has \"\(screen.name)\", which is not a name")
      }
      guard !screens.contains(where: { $0.name == screen.name }) else {
        throw root.wrong("screens", "has \"\(screen.name)\" twice")
      }
      guard PrivateFile.exists("\(folder)/screens/\(screen.name).lua") else {
        throw root.wrong(
          "screens", "has \"\(screen.name)\", but there is no screens/\(screen.name).lua")
      }
      screens.append(screen)
    }
    return screens
  }

  private func screen(_ table: Fields) throws -> ScreenDeclaration {
    let name = table.string("[1]") ?? ""
    let title = table.string("title")
    guard (title ?? "").utf8.count <= 80 else {
      throw table.wrong("title", "has more than 80 bytes")
    }
    return ScreenDeclaration(name, title: title, jobs: table.string("jobs"))
  }
}
