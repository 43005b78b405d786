internal import ScriptHost

/// Facts for LuaCATS beyond a function's registration: how its results follow from its arguments.
struct TypeRefinement {
  /// The names of types that a call decides.
  var generics: [String] = []
  /// By the parameters' names; a type that ends in `?` may be left out.
  var parameters: [String: String] = [:]
  /// In place of the registered ones; nil: those stand.
  var results: [String]?
  /// Further forms of a call.
  var overloads: [String] = []

  /// By the functions' full names.
  static let all: [String: TypeRefinement] = [
    "mix.task.map": TypeRefinement(
      generics: ["T", "R"],
      parameters: [
        "list": "T[]", "options": "mix.TaskMapOptions", "fn": "fun(item: T, place: integer): R",
      ],
      results: ["R[]"],
      overloads: ["fun(list: T[], fn: fun(item: T, place: integer): R): R[]"]),
    "mix.task.all": TypeRefinement(
      generics: ["R"], parameters: ["functions": "(fun(): R)[]"], results: ["R[]"]),
    "mix.task.race": TypeRefinement(
      generics: ["R"], parameters: ["functions": "(fun(): R)[]"], results: ["R", "any…"]),
    "mix.task.scope": TypeRefinement(
      generics: ["R"], parameters: ["fn": "fun(scope: mix.TaskScope): R"], results: ["R", "any…"]),
    "mix.task.timeout": TypeRefinement(
      generics: ["R"], parameters: ["fn": "fun(): R"], results: ["R"]),
    "mix.cache.fetch": TypeRefinement(
      generics: ["T"], parameters: ["fn": "fun(): T"], results: ["T"]),
    "mix.store.transaction": TypeRefinement(
      generics: ["T"], parameters: ["fn": "fun(): T"], results: ["T"]),
    "random:shuffle": TypeRefinement(generics: ["T"], parameters: ["list": "T[]"]),
    "random:sample": TypeRefinement(
      generics: ["T"], parameters: ["list": "T[]"], results: ["T[]"]),
    "mix.json.array": TypeRefinement(
      generics: ["T"], parameters: ["table": "T?"], results: ["T"]),
    "mix.json.object": TypeRefinement(
      generics: ["T"], parameters: ["table": "T?"], results: ["T"]),
    // Editors take the first form that fits: the bundled names stand before any other name.
    "mix.rules.load": TypeRefinement(
      parameters: ["name": names(of: RuleKinds.all[0])], results: [object(of: RuleKinds.all[0])],
      overloads: RuleKinds.all.dropFirst().map { loading(names(of: $0), object(of: $0)) }
        + [loading("string", anyRules)]),
  ]

  /// The rules that come with mixhost, whose names say what `mix.rules.load` returns.
  static let bundledRules: [String: [String]] = [
    "block": ["books", "films", "generic", "people", "records", "tracks"],
    "filters": ["trailers"],
    "match": [
      "books", "books/classic", "films", "people", "records", "releases", "tracks",
      "tracks/classic", "tracks/scattered",
    ],
    "notify": ["standard"],
    "playlist": ["classic", "standard"],
    "refresh": ["adaptive", "chart", "fixed", "on_demand"],
    "tags": ["standard"],
    "trailers": ["classic", "standard"],
  ]

  /// Rules of a name that says nothing of their kind: they may be any.
  static var classes: [String] {
    let kinds = RuleKinds.all.map(object).joined(separator: ", ")
    return ["---Rules of any kind.", "---@class \(anyRules): \(kinds)", ""]
  }

  private static let anyRules = "mix.AnyRules"

  private static func names(of kind: any RuleSet.Type) -> String {
    (bundledRules[kind.kind] ?? []).map { "\"\(kind.kind)/\($0)\"" }.joined(separator: "|")
  }

  private static func object(of kind: any RuleSet.Type) -> String {
    kind.objectTypes.first.map { TypeNames.className($0.name) } ?? "any"
  }

  private static func loading(_ names: String, _ object: String) -> String {
    "fun(name: \(names), options?: mix.RulesLoadOptions): \(object)"
  }
}
