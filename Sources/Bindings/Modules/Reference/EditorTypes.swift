internal import ScriptHost

/// Writes the registrations as LuaCATS annotations (https://luals.github.io/wiki/annotations).
struct EditorTypes {
  private let modules: [Module]
  private let names: TypeNames
  private var lines: [String] = []

  init(_ modules: [Module]) {
    self.modules = modules
    names = TypeNames(modules)
    writeHead()
    for shape in Reference.shapes(modules) { lines += Self.lines(of: shape, names) }
    for module in modules { write(module) }
    lines += TypeRefinement.classes + ScreenTypes(names).lines
    for shape in Shape.manifest.withParts { lines += Self.lines(of: shape, names) }
    writeGlobals()
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func writeHead() {
    lines = [
      "---@meta mix",
      "-- What scripts find in `mix`, for editors (lua-language-server and others).",
      "-- Generated from the registrations by `mixhost types --write`; change those instead.",
      "-- luacheck: ignore", "",
    ]
  }

  // MARK: Tables

  /// A table as a class.
  static func lines(of shape: Shape, _ names: TypeNames) -> [String] {
    ["---\(shape.doc)", "---@class \(TypeNames.className(shape.name))"]
      + shape.fields.map { line(of: $0, names, isOptional: !$0.isRequired) } + [""]
  }

  /// A key of a table.
  static func line(of field: Shape.Field, _ names: TypeNames, isOptional: Bool) -> String {
    "---@field \(field.name)\(isOptional ? "?" : "") \(names.luaType(field.type)) \(field.doc)"
  }

  /// The options of one function as a class.
  private mutating func write(_ fields: [Shape.Field], as name: String, of function: String) {
    comment("The options of \(function).")
    lines.append("---@class \(name)")
    lines += fields.map { Self.line(of: $0, names, isOptional: true) }
    lines.append("")
  }

  // MARK: Modules and objects

  private mutating func write(_ module: Module) {
    for type in module.types { write(type) }
    for signature in module.signatures {
      writeOptions(of: signature, "mix.\(module.name).\(signature.name)")
    }
    comment(module.doc)
    lines.append("---@class mix.\(module.name)")
    for constant in module.constants {
      lines.append("---@field \(constant.name) \(Self.type(of: constant.value)) \(constant.doc)")
    }
    lines += ["local \(module.name) = {}", ""]
    for signature in module.signatures {
      write(signature, prefix: "\(module.name).", "mix.\(module.name).\(signature.name)")
    }
  }

  private mutating func write(_ type: any LuaObjectType) {
    let place = type.name
    for signature in type.signatures { writeOptions(of: signature, "\(place):\(signature.name)") }
    comment(type.doc)
    let variable = place.replacing(".", with: "_")
    lines += ["---@class \(TypeNames.className(place))", "local \(variable) = {}", ""]
    for signature in type.signatures {
      write(signature, prefix: "\(variable):", "\(place):\(signature.name)")
    }
  }

  private mutating func writeOptions(of signature: FunctionSignature, _ name: String) {
    for parameter in signature.parameters where !parameter.fields.isEmpty {
      write(parameter.fields, as: Self.optionsClass(name), of: name)
    }
  }

  /// `mix.http.get` becomes `mix.HttpGetOptions`, `http.client:get` `mix.HttpClientGetOptions`.
  private static func optionsClass(_ function: String) -> String {
    let name = function.hasPrefix("mix.") ? String(function.dropFirst(4)) : function
    return TypeNames.className(name.replacing(":", with: ".")) + "Options"
  }

  /// - Parameters:
  ///   - prefix: what stands before the name in its definition: `http.`, `http_client:`.
  ///   - name: as messages call it.
  private mutating func write(_ signature: FunctionSignature, prefix: String, _ name: String) {
    comment(signature.doc)
    if signature.waits { comment("", "Waits: other tasks run meanwhile.") }
    if signature.resultTypes.count > 1, let failure = signature.failure {
      comment("", "Failure: \(failure).")
    }
    if !signature.example.isEmpty { comment("", "```lua", signature.example, "```") }
    let parameters = signature.parameters.filter { $0.name != "self" }
    let refinement = TypeRefinement.all[name]
    if let generics = refinement?.generics, !generics.isEmpty {
      lines.append("---@generic \(generics.joined(separator: ", "))")
    }
    for overload in refinement?.overloads ?? [] { lines.append("---@overload \(overload)") }
    for parameter in parameters {
      write(parameter, of: name, refined: refinement?.parameters[parameter.name])
    }
    writeResults(of: signature, refined: refinement?.results)
    let list = parameters.map(\.name).joined(separator: ", ")
    lines += ["function \(prefix)\(signature.name)(\(list)) end", ""]
  }

  private mutating func write(
    _ parameter: ParameterInfo, of function: String, refined: String?
  ) {
    var type = refined ?? parameter.type
    if refined == nil, !parameter.fields.isEmpty {
      type = type.replacing("table", with: Self.optionsClass(function))
    }
    let optional = type.hasSuffix("?")
    let shown = names.luaType(optional ? String(type.dropLast()) : type)
    lines.append(
      "---@param \(parameter.name)\(optional ? "?" : "") \(shown) \(parameter.doc)")
  }

  private mutating func writeResults(of signature: FunctionSignature, refined: [String]?) {
    let failure = signature.failure
    let types = refined ?? signature.resultTypes
    for (place, type) in types.enumerated() {
      var luaType = names.luaType(type)
      if failure != nil, place == 1 { luaType += "|\(TypeNames.className(HostError.shape.name))" }
      let optional = failure != nil && place == 0 && !luaType.hasSuffix("?") && luaType != "any"
      // The name of a result would be its first word: `#` ends names.
      let meaning =
        place == 0 && !signature.resultMeaning.isEmpty ? " # \(signature.resultMeaning)" : ""
      let rest = type.hasSuffix("…") ? " ..." : ""
      lines.append("---@return \(Self.optional(luaType, optional))\(rest)\(meaning)")
    }
    if let failure, types.count < 2 {
      lines.append("---@return \(TypeNames.className(HostError.shape.name))? err # \(failure)")
    }
  }

  private static func optional(_ type: String, _ isOptional: Bool) -> String {
    guard isOptional else { return type }
    return type.contains("|") ? "(\(type))?" : type + "?"
  }

  // MARK: Globals

  private mutating func writeGlobals() {
    comment("The host: its modules are made at their first use, and cannot be changed.")
    lines.append("---@class mix")
    for module in modules { lines.append("---@field \(module.name) mix.\(module.name)") }
    lines += ["mix = {}", ""]
    comment("In rule files only: `mix.text` by its own name, as rules see no `mix`.")
    lines += ["---@type mix.text", "text = mix.text"]
  }

  private static func type(of value: LuaValue) -> String {
    switch value {
    case .null: "lightuserdata"
    case .bool: "boolean"
    case .int: "integer"
    case .number: "number"
    case .string, .bytes: "string"
    default: "any"
    }
  }

  private mutating func comment(_ texts: String...) {
    for text in texts {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append("---\(line)")
      }
    }
  }
}
