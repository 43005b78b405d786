internal import Glibc
internal import MixCore
internal import Notation
internal import ScriptHost

/// The rule files in a list of folders.
public struct RuleCatalogue: Sendable {
  /// A rule file.
  struct Entry {
    let name: String
    let path: String
    /// Whether it lies in the user's folder.
    let own: Bool
    /// Whether it takes the place of a file that comes with mixhost.
    let overrides: Bool

    /// As scripts see it, with what the file says of itself.
    func value(_ call: HostCall, _ host: any RulesHost) -> LuaValue {
      var fields: [String: LuaValue] = [
        "name": .string(name), "path": .string(path), "own": .bool(own),
        "overrides": .bool(overrides), "kind": .string(String(name.prefix { $0 != "/" })),
      ]
      let header = RuleHeaders.entry(name, call, host)
      fields["doc"] = header.doc.map(LuaValue.string)
      fields["problem"] = header.problem.map(LuaValue.string)
      return .object(fields)
    }
  }

  private let folders: [String]

  /// - Parameter folders: the user's first, then those that come with mixhost.
  public init(folders: [String]) { self.folders = folders }

  /// The names of the files in force.
  public var names: [String] { entries().map(\.name) }

  /// The files in force, by name: of those with one name the user's.
  func entries() -> [Entry] {
    var found: [String: Entry] = [:]
    for (position, folder) in folders.enumerated() {
      for kind in RuleKinds.names {
        for name in Self.names(folder, kind) {
          let earlier = found[name]
          found[name] = Entry(
            name: name, path: earlier?.path ?? "\(folder)/\(name).lua",
            own: earlier?.own ?? (position == 0), overrides: earlier != nil)
        }
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// The names of the files below a folder of rules.
  private static func names(_ folder: String, _ below: String) -> [String] {
    guard let directory = opendir("\(folder)/\(below)") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if file.hasSuffix(".lua"), RuleName.isPart(file.dropLast(4)) {
        names.append("\(below)/\(file.dropLast(4))")
      } else if RuleName.isPart(file) {
        names += Self.names(folder, "\(below)/\(file)")
      }
    }
    return names
  }

  // MARK: Copying

  /// Copies a file that comes with mixhost to the user's folder.
  /// - Parameters:
  ///   - newName: what the copy is called; nil: as the file.
  ///   - replaces: whether a copy that is there already is overwritten.
  /// - Returns: the copy's path.
  /// - Throws: ``HostError`` for an unknown name, a copy that is there, or a folder that cannot be
  ///   written.
  public func copy(_ name: String, as newName: String? = nil, replaces: Bool) throws -> String {
    if let newName { try checkCopy(name, newName) }
    let bare = RuleName.bare(name)
    let places = try RuleName.places(bare, Array(folders.dropFirst()))
    for path in places {
      guard let text = try PrivateText.read(path) else { continue }
      guard let own = folders.first, let root = folders.first(where: { path.hasPrefix($0 + "/") })
      else { continue }
      let target = newName.map { "\(own)/\($0).lua" } ?? own + path.dropFirst(root.count)
      if !replaces, access(target, F_OK) == 0 {
        throw HostError.usage("\(target) is there already; --force replaces it")
      }
      try PrivateFile.write(text, to: target)
      return target
    }
    throw notFound(name, places)
  }

  /// The user's file of a name, there or not yet: the one that is there, else where a copy of
  /// mixhost's goes, else a file of the name.
  /// - Throws: ``HostError`` for anything that is not a name.
  func place(of name: String) throws -> String {
    let bare = RuleName.bare(name)
    guard let own = folders.first else {
      throw HostError.usage("there is no folder of yours for rules")
    }
    for (place, folder) in folders.enumerated() {
      for path in try RuleName.places(bare, [folder]) where PrivateFile.exists(path) {
        return place == 0 ? path : own + path.dropFirst(folder.count)
      }
    }
    return "\(own)/\(bare).lua"
  }

  /// A copy is of the same kind, and no path.
  private func checkCopy(_ name: String, _ newName: String) throws {
    try RuleName.check(newName)
    let kind = RuleName.bare(name).prefix { $0 != "/" }
    guard newName == RuleName.bare(newName), newName.prefix(while: { $0 != "/" }) == kind else {
      throw HostError.usage("--as: a copy of \(name) is called \(kind)/…, not \(newName)")
    }
  }

  /// There is no such file: the nearest name, or where it was looked for.
  func notFound(_ name: String, _ places: [String]) -> HostError {
    let name = RuleName.bare(name)
    let kind = name.prefix { $0 != "/" } + "/"
    // A folder's standard goes by the folder's name, too.
    let ofKind: [String] = names.filter { $0.hasPrefix(kind) }
    let known: [String] = ofKind.map { String($0.dropFirst(kind.count)) }.flatMap { name in
      name.hasSuffix("/standard") ? [String(name.dropLast(9)), name] : [name]
    }
    if let near = Suggestion.closest(to: String(name.dropFirst(kind.count)), in: known) {
      return HostError.usage("rules '\(name)' were not found (did you mean \(kind)\(near)?)")
    }
    return HostError.usage(
      "rules '\(name)' were not found; looked for \(places.joined(separator: ", "))")
  }
}
