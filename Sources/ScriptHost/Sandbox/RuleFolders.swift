/// The folders of rule files, and the modules that they may require.
public struct RuleFolders: Sendable {
  /// Folders of rules, the user's first, then mixhost's.
  private let folders: [String]
  private let scripts: String?
  private let mayLoad: (@Sendable (String) -> Bool)?

  /// Makes a list of folders.
  /// - Parameters:
  ///   - folders: folders of rules, the user's first, then mixhost's; a single one is mixhost's.
  ///   - scripts: the folder of modules that programs and rules share.
  ///   - mayLoad: whether a module's file may be loaded, by its real path; nil allows every file.
  public init(
    _ folders: [String], scripts: String? = nil, mayLoad: (@Sendable (String) -> Bool)? = nil
  ) {
    self.folders = folders
    self.scripts = scripts
    self.mayLoad = mayLoad
  }

  /// No folders: `require` finds nothing.
  public static var none: RuleFolders { RuleFolders([]) }

  /// The folder that a rule file belongs to: the folder of rules that contains it, or else its own
  /// folder.
  func root(of path: String) -> String {
    if let folder = folders.first(where: { path.hasPrefix($0 + "/") }) { return folder }
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Searches the modules that a file requires: in its own folder, `scripts`, the user's folder,
  /// and last in mixhost's rules by the names that older files use.
  func search(from root: String) -> ModuleSearch {
    guard !folders.isEmpty || scripts != nil else { return ModuleSearch(folders: []) }
    let own = folders.count > 1 ? folders[0] : nil
    let shipped = folders.last
    var list: [ModuleFolder] = []
    if folders.contains(root) { list.append(ModuleFolder(root, prefix: ModuleFolder.rules)) }
    list.append(ModuleFolder(root))
    if let scripts, scripts != root { list.append(ModuleFolder(scripts)) }
    for folder in [shipped, own] {
      guard let folder, folder != root else { continue }
      list.append(ModuleFolder(folder, prefix: ModuleFolder.rules))
    }
    if let own, own != root { list.append(ModuleFolder(own)) }
    if let shipped, shipped != root { list.append(ModuleFolder(shipped, isOlder: true)) }
    return ModuleSearch(folders: list, mayLoad: mayLoad)
  }
}
