internal import MixCore

/// The nodes of screens as LuaCATS annotations.
struct ScreenTypes {
  private(set) var lines: [String] = []
  private var written: Set<String> = []

  init() {
    for kind in ScreenKind.all { write(kind) }
    let names = ScreenKind.all.map { Self.className($0.name) }
    lines += [
      "---A node of a screen's tree: the name of its kind, then its fields.",
      "---@alias mix.ScreenNode \(names.joined(separator: "|"))", "",
    ]
  }

  private static func className(_ name: String) -> String { TypeNames.className("node.\(name)") }

  private mutating func write(_ kind: ScreenKind) {
    for field in kind.fields { writeRecords(in: field.type) }
    lines += [
      "---\(kind.doc)", "---@class \(Self.className(kind.name))",
      "---@field [1] \"\(kind.name)\" the kind",
    ]
    switch kind.content {
    case .nothing: break
    case .children:
      lines.append(
        "---@field [integer] mix.ScreenNode|\"\(kind.name)\"|false|nil what it holds, from 2 on")
    case .field(let name, _):
      if let field = kind.fields.first(where: { $0.name == name }) {
        lines.append("---@field [2]? \(Self.type(field.type))|false \(field.doc)")
      }
    }
    lines.append("---@field id? string identifies it where its place may change")
    for field in kind.fields {
      if case .field(field.name, _) = kind.content { continue }
      write(field)
    }
    lines.append("")
  }

  private mutating func write(_ field: ScreenField) {
    lines.append(
      "---@field \(field.name)\(field.isRequired ? "" : "?") \(Self.type(field.type)) \(field.doc)")
  }

  private mutating func writeRecords(in type: ScreenType) {
    switch type {
    case .list(let element): writeRecords(in: element)
    case .record(let record):
      guard written.insert(record.name).inserted else { return }
      for field in record.fields { writeRecords(in: field.type) }
      lines += ["---A part of nodes.", "---@class \(Self.partName(record))"]
      for field in record.fields { write(field) }
      lines.append("")
    default: break
    }
  }

  private static func partName(_ record: ScreenRecord) -> String {
    TypeNames.className("node.part.\(record.name)")
  }

  private static func type(_ type: ScreenType) -> String {
    switch type {
    case .text, .address, .action: "string"
    case .flag: "boolean"
    case .number: "number"
    case .integer: "integer"
    case .scalar: "string|number|boolean"
    case .arguments: "string|number|boolean|table<string, string|number|boolean>"
    case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: "|")
    case .list(let element): "(\(self.type(element)))[]"
    case .record(let record): partName(record)
    case .rows: "table<string, string|number|boolean>[]"
    }
  }
}
