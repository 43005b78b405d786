internal import Logging
internal import Notation
internal import ScriptHost

/// `mix.log`: the program's log; secrets in it are masked by its handlers.
enum LogModule {
  /// The longest message, name or value in bytes; the rest is cut off. Handlers look through all of it
  /// for secrets.
  private static let longest = 65_536

  private static let levels: [(name: String, level: Logger.Level, doc: String)] = [
    ("trace", .trace, "Logs the finest steps."),
    ("debug", .debug, "Logs what helps to find a fault."),
    ("info", .info, "Logs what happens."),
    ("warn", .warning, "Logs what may be wrong; shown unless --log-level says otherwise."),
    ("error", .error, "Logs what went wrong."),
  ]

  static func make(_ host: ScriptRun) -> Module {
    let logger = host.settings.logger
    var module = Module(
      "log", "Writes to the program's log: standard error, and the rotated file.",
      rules: .refused("writes to the log"))
    for (name, level, doc) in levels {
      module.function(
        name, doc, Parameter("message", "one line, of which 64 KB are kept", ShownArgument.self),
        Parameter("fields", "what belongs to it, by name", TablePosition?.self),
        example: "mix.log.\(name)(\"looked up\", {artist = name, hits = #found})"
      ) { call, message, fields in
        guard logger.logLevel <= level else { return Nothing() }
        let metadata = try metadata(call, fields)
        logger.log(level: level, "\(LongText.cut(message.text, to: longest))", metadata: metadata)
        return Nothing()
      }
    }
    return module
  }

  private static func metadata(
    _ call: HostCall, _ fields: TablePosition?
  ) throws -> Logger.Metadata? {
    guard let fields else { return nil }
    guard case .object(let values) = try LuaValue(call.stack, fields.index) else {
      throw call.badArgument("fields", "a table with names as keys expected, got a list")
    }
    return named(values)
  }

  private static func named(_ values: [String: LuaValue]) -> Logger.Metadata {
    Dictionary(
      values.map { (LongText.cut($0.key, to: longest), value($0.value)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func value(_ value: LuaValue) -> Logger.MetadataValue {
    switch value {
    case .array(let values): .array(values.map(Self.value))
    case .object(let fields): .dictionary(named(fields))
    case .opaque(let type): .string(type)
    default: .string(LongText.cut(ScalarText.text(value) ?? "", to: longest))
    }
  }
}
