import Foundation
import FoundationEssentials
import ScriptHost
import Testing

@testable import Bindings

@Suite("Reference: editor types and docs/api.md")
struct ReferenceTests {
  static let repository = Checkout.root
  static var modules: [Module] { Reference().modules }

  private static func file(_ name: String) throws -> String {
    let data = try #require(FileManager.default.contents(atPath: "\(repository)/\(name)"))
    return String(decoding: data, as: UTF8.self)
  }

  /// Every function and method, with its full name.
  static let functions: [(name: String, signature: FunctionSignature)] = modules.flatMap { module in
    module.signatures.map { ("mix.\(module.name).\($0.name)", $0) }
      + module.types.flatMap { type in type.signatures.map { ("\(type.name):\($0.name)", $0) } }
  }

  @Test func theWrittenFilesAreUpToDate() throws {
    let reference = Reference()
    #expect(
      try Self.file("scripts/types/mix.lua") == reference.editorTypes,
      "scripts/types/mix.lua is stale: make docs")
    #expect(try Self.file("docs/api.md") == reference.page, "docs/api.md is stale: make docs")
  }

  @Test func everythingIsDocumented() {
    #expect(Self.functions.count > 80)
    for (name, signature) in Self.functions {
      #expect(!signature.doc.isEmpty, "\(name) has no description")
      #expect(!signature.example.isEmpty, "\(name) has no example")
      #expect(
        signature.returnsNothing == signature.returns.isEmpty,
        "\(name): results and their description differ")
      #expect(
        signature.returnsNothing || !signature.resultMeaning.isEmpty,
        "\(name): its results have types and no meaning")
      for parameter in signature.parameters {
        #expect(!parameter.doc.isEmpty, "\(name): parameter \(parameter.name) is not described")
        for field in parameter.fields {
          #expect(!field.doc.isEmpty, "\(name): option \(field.name) is not described")
        }
      }
    }
    for module in Self.modules {
      #expect(!module.doc.isEmpty)
      for constant in module.constants { #expect(!constant.doc.isEmpty) }
      for shape in module.shapes {
        for field in shape.fields { #expect(!field.doc.isEmpty, "\(shape.name).\(field.name)") }
      }
    }
  }

  @Test func everyExampleIsLua() async throws {
    let test = await TestHost()
    for (name, signature) in Self.functions {
      let loaded = try await test.run("return load([==[\(signature.example)]==])")
      #expect(loaded.first == .opaque("function"), "\(name): \(loaded)")
    }
  }

  @Test func splitsResultsFromFailures() {
    let decode = Self.functions.first { $0.name == "mix.csv.parse" }!.signature
    #expect(decode.resultTypes == ["table[]", "csv.report"])
    #expect(decode.resultMeaning == "the rows, and what was odd about them")
    #expect(
      decode.failure
        == "nil, err of kind parse with line, column and row when a quote is not closed")
    let fold = Self.functions.first { $0.name == "mix.text.fold" }!.signature
    #expect(fold.failure == nil)
    let parse = Self.functions.first { $0.name == "mix.args.parse" }!.signature
    #expect(parse.resultTypes == ["table<string, any>"])
  }

  // MARK: The types file

  @Test(arguments: ["mix", "programs", "spec"])
  func theTypesAreLua(_ name: String) async throws {
    let test = await TestHost()
    await test.provide(Array(try Self.file("scripts/types/\(name).lua").utf8))
    #expect(try await test.value("load(mix.input.bytes())") == .opaque("function"))
  }

  @Test func theAnnotationsAreComplete() throws {
    // Those of programs and specs are written by hand; they name each other's classes.
    let written = try ["programs", "spec"].map { try Self.file("scripts/types/\($0).lua") }
    let types = AnnotationFile(([Reference().editorTypes] + written).joined(separator: "\n"))
    #expect(types.problems == [])
    for module in Self.modules + [Reference().tests] {
      #expect(types.classes.contains("mix.\(module.name)"))
      for signature in module.signatures {
        #expect(
          types.functions["\(module.name).\(signature.name)"]
            == signature.parameters.map(\.name))
      }
    }
    #expect(types.functions["http_client:get"] == ["url", "options"])
    for name in ["mix", "mix.Error", "mix.MatchRule", "mix.RefreshFacts", "mix.HttpGetOptions"] {
      #expect(types.classes.contains(name), "\(name) is not declared")
    }
  }

  @Test("Results are documented for functions and parameters that exist")
  func refinementsFitTheRegistrations() {
    let all = Self.functions.reduce(into: [:]) { $0[$1.name] = $1.signature }
    for (name, refinement) in TypeRefinement.all {
      let names = all[name]?.parameters.map(\.name) ?? []
      #expect(all[name] != nil, "\(name) is not a function")
      for parameter in refinement.parameters.keys {
        #expect(names.contains(parameter), "\(name) has no parameter \(parameter)")
      }
    }
  }

  @Test("Each bundled rule has its overload of mix.rules.load, each overload its rule")
  func bundledRulesAreThoseOfTheFolder() throws {
    let folder = "\(Self.repository)/scripts/rules"
    var found: [String: Set<String>] = [:]
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for file in files where file.hasSuffix(".lua") {
      let parts = file.dropLast(4).split(separator: "/").map(String.init)
      guard RuleKinds.names.contains(parts[0]) else { continue }
      // A folder's standard goes by the folder's name.
      let name = parts.dropFirst().joined(separator: "/")
      found[parts[0], default: []].insert(
        parts.count > 2 && parts.last == "standard" ? parts[1] : name)
    }
    #expect(found == TypeRefinement.bundledRules.mapValues(Set.init))
  }

  @Test func theAnnotationCheckSeesMistakes() {
    #expect(AnnotationFile("---@param x mix.Gone what\nfunction f(x) end").problems.count == 1)
    #expect(AnnotationFile("---@param x string what\nfunction f(y) end").problems.count == 1)
    #expect(AnnotationFile("---@parm x string what\nfunction f() end").problems.count == 1)
    #expect(AnnotationFile("local x = 1").problems.count == 1)
  }

  @Test func theEditorFindsTheTypes() async throws {
    let test = await TestHost()
    await test.provide(Array(try Self.file(".luarc.json").utf8))
    let settings = try await test.run(
      """
      local settings = assert(mix.json.decode(mix.input.bytes()))
      return settings["runtime.version"], settings["workspace.library"][1]
      """)
    #expect(settings == [.string("Lua 5.4"), .string("scripts/types")])
  }

  // MARK: The page

  @Test func everyLinkOfThePageLeadsToAHeading() {
    let lines = Reference().page.split(separator: "\n")
    let anchors = Set(
      lines.filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
      })
    var links = 0
    for line in lines {
      for part in line.split(separator: "](#").dropFirst() {
        links += 1
        let target = String(part.prefix { $0 != ")" })
        #expect(anchors.contains(target), "no heading for #\(target)")
      }
    }
    #expect(links > 50)
  }

  @Test func aFunctionIsShownWhole() {
    let page = Reference().page
    let entry = """
      ### mix.cache.get

      `mix.cache.get(key, [options])`

      Reads a value.

      | parameter | type | is |
      |---|---|---|
      | `key` | `string` | any text |
      | `options` | `table?` | what may be set |
      | `options.namespace` | `string?` | keeps apart keys of equal name (default "script") |
      | `options.allow_expired` | `boolean?` | also when its time is over (default false) |

      Returns `any`, [`cache.info?`](#cacheinfo): the value or nil; how old it is, beside a value.

      ```lua
      local rates, info = mix.cache.get("rates", {allow_expired = true})
      ```

      """
    #expect(page.contains(entry))
  }
}

/// Reads a file of LuaCATS annotations as far as this project writes them, and notes what is wrong.
struct AnnotationFile {
  private(set) var classes: Set<String> = []
  /// Parameters by function.
  private(set) var functions: [String: [String]] = [:]
  private(set) var problems: [String] = []
  private var mentioned: [String] = []
  private var parameters: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("---@") {
        readAnnotation(line.dropFirst(4))
      } else if line.hasPrefix("function ") {
        readFunction(line)
      } else if !line.hasPrefix("--"), !line.hasSuffix(" = {}"), !line.hasPrefix("return "),
        line != "text = mix.text"
      {
        problems.append("not understood: \(line)")
      }
    }
    for name in mentioned where !classes.contains(name) {
      problems.append("class \(name) is not declared")
    }
  }

  private mutating func readAnnotation(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch words[0] {
    case "meta", "generic": break
    case "class":
      classes.insert(words[1].replacing(":", with: ""))
      if words[1].hasSuffix(":") { mention(words[2]) }
    case "alias":
      classes.insert(words[1])
      if words.count == 3 { mention(words[2]) }
    case "overload": mention(line.drop { $0 != " " })
    case "field" where words.count == 3, "param" where words.count == 3:
      if words[0] == "param" { parameters.append(words[1].replacing("?", with: "")) }
      mention(words[2])
    case "return", "type": mention(line.drop { $0 != " " })
    default: problems.append("unknown annotation: \(line)")
    }
  }

  private mutating func mention(_ text: some StringProtocol) {
    // Descriptions name functions, `mix.ui.table`; classes of tables and objects have capitals.
    for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == ".") })
    where word.hasPrefix("mix.") && word.dropFirst(4).first?.isUppercase == true {
      mentioned.append(String(word))
    }
  }

  private mutating func readFunction(_ line: Substring) {
    let name = line.dropFirst("function ".count).prefix { $0 != "(" }
    let list = line.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    let names = list.split(separator: ", ").map(String.init)
    if names != parameters { problems.append("\(name): \(parameters) annotated, has \(names)") }
    if !line.hasSuffix(") end") { problems.append("not understood: \(line)") }
    functions[String(name)] = names
    parameters = []
  }
}
