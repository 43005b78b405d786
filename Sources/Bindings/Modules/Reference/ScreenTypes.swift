internal import ScriptHost

/// The nodes of screens as LuaCATS annotations.
struct ScreenTypes {
  private(set) var lines: [String] = []

  /// - Parameter names: with those of the parts of nodes.
  init(_ names: TypeNames) {
    for part in Self.parts { lines += EditorTypes.lines(of: part, names) }
    for kind in ScreenKind.all { write(kind, names) }
    let all = ScreenKind.all.map { Self.className($0) }
    lines += [
      "---A node of a screen's tree: the name of its kind, then its fields.",
      "---@alias mix.ScreenNode \(all.joined(separator: "|"))", "",
    ]
  }

  /// The tables within nodes, each once.
  static let parts: [Shape] = {
    var seen: Set<String> = []
    return ScreenKind.all.flatMap { $0.shape.withParts.dropFirst() }
      .filter { seen.insert($0.name).inserted }
  }()

  private static func className(_ kind: ScreenKind) -> String {
    TypeNames.className("node.\(kind.name)")
  }

  private mutating func write(_ kind: ScreenKind, _ names: TypeNames) {
    lines += [
      "---\(kind.shape.doc)", "---@class \(Self.className(kind))",
      "---@field [1] \"\(kind.name)\" the kind",
    ]
    if kind.content == .children {
      lines.append(
        "---@field [integer] mix.ScreenNode|\"\(kind.name)\"|false|nil what it holds, from 2 on")
    }
    for field in kind.shape.fields {
      if case .field(field.name, _) = kind.content {
        lines.append("---@field [2]? \(names.luaType(field.type))|false \(field.doc)")
      } else {
        lines.append(EditorTypes.line(of: field, names, isOptional: !field.isRequired))
      }
    }
    lines.append("")
  }
}
