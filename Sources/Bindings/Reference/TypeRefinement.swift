/// What LuaCATS can say of a function beyond its registration: how its results follow from its arguments.
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
    "mix.rules.load": TypeRefinement(overloads: RuleKinds.all.map(loading)),
  ]

  /// The rules that come with mixhost, whose names say what `mix.rules.load` returns.
  static let bundledRules: [String: [String]] = [
    "block": ["books", "generic", "tracks"],
    "filters": ["trailers"],
    "match": [
      "books", "books/classic", "films", "people", "releases", "tracks", "tracks/classic",
      "tracks/scattered",
    ],
    "playlist": ["classic", "standard"],
    "refresh": ["adaptive", "chart", "fixed", "on_demand"],
    "trailers": ["classic", "standard"],
  ]

  private static func loading(_ kind: any RuleSet.Type) -> String {
    let names = (bundledRules[kind.kind] ?? []).map { "\"\(kind.kind)/\($0)\"" }
    let object = kind.objectTypes.first.map { TypeNames.className($0.name) } ?? "any"
    return "fun(name: \(names.joined(separator: "|")), options?: mix.RulesLoadOptions): \(object)"
  }
}
