internal import Files

/// The screens of a manifest: `"episodes"`, or `{ "episodes", title = "Podcasts" }`.
struct ManifestScreens {
  /// The program's.
  let folder: String

  func read(_ root: ManifestTable) throws(ManifestError) -> [ScreenDeclaration] {
    var screens: [ScreenDeclaration] = []
    for (place, node) in (try root.table("screens", known: [])?.list ?? []).enumerated() {
      let screen = try screen(node, root, place + 1)
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

  private func screen(
    _ node: ManifestNode, _ root: ManifestTable, _ place: Int
  ) throws(ManifestError) -> ScreenDeclaration {
    if case .text(let name) = node { return ScreenDeclaration(name) }
    let table = try ManifestTable(node, "\(root.place)screens[\(place)].", known: ["title"])
    guard case .text(let name)? = table.list.first, table.list.count == 1 else {
      throw table.wrong("1", "is the screen's name, such as \"episodes\"")
    }
    let title = try table.optionalText("title")
    guard (title ?? "").utf8.count <= 80 else {
      throw table.wrong("title", "has more than 80 bytes")
    }
    return ScreenDeclaration(name, title: title)
  }
}
