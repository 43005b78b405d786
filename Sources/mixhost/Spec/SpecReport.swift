import MixCore
import Notation
import ScriptHost

/// Everything that a run came to, as scripts/lib/spec/report.lua writes it.
struct SpecReport: Sendable {
  /// Whether all went well; a run of no test at all did not.
  let isGood: Bool
  /// For people.
  let text: String
  /// One document.
  let json: String
  /// The form that test servers read.
  let junit: String

  private static let script = HostScript(
    "lib/spec/report",
    [
      ("shown", { call in shown(call, ShownText.lines) }),
      ("message", { call in shown(call, ShownText.message) }),
    ])

  private static func shown(_ call: HostCall, _ form: (String) -> String) -> Int32 {
    call.stack.push(form(call.stack.string(1) ?? ""))
    return 1
  }

  /// - Parameters:
  ///   - seed: the order, when it was mixed.
  ///   - lists: whether tests were named only.
  init(
    _ files: [SpecFileResult], seed: Int?, seconds: Double, lists: Bool, color: Bool,
    isVerbose: Bool, _ call: HostCall
  ) throws {
    let run: LuaValue = .object([
      "files": .array(files.map(\.value)), "seconds": .number(seconds), "lists": .bool(lists),
      "seed": seed.map { .int(Int64($0)) } ?? .nil,
    ])
    func written(_ name: String, _ arguments: LuaValue...) throws -> LuaValue {
      _ = try call.run(Self.script, name, [run] + arguments)
      defer { call.stack.pop() }
      return try LuaValue(call.stack, -1)
    }
    isGood = try written("is_good") == .bool(true)
    text = try written("text", .bool(color), .bool(isVerbose)).shownText ?? ""
    junit = try written("junit").shownText ?? ""
    var writer = JSONWriter(escapes: .terminal)
    writer.value(try written("document", .null))
    json = writer.text + "\n"
  }
}

extension JSONWriter {
  /// A copy of a Lua value; the keys of an object are sorted.
  fileprivate mutating func value(_ value: LuaValue) {
    switch value {
    case .bool(let flag): bool(flag)
    case .int(let number): integer(number)
    case .number(let value): number(value)
    case .string(let text): string(text)
    case .array(let values):
      beginArray()
      for item in values { self.value(item) }
      endArray()
    case .object(let fields) where fields.isEmpty:
      // An empty table: the report has no object without fields.
      beginArray()
      endArray()
    case .object(let fields):
      beginObject()
      for (key, item) in fields.sorted(by: { $0.key < $1.key }) {
        name(key)
        self.value(item)
      }
      endObject()
    default: null()
    }
  }
}
