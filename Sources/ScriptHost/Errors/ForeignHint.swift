/// Says how Lua writes what other languages write: the first scripts of those who know Python,
/// JavaScript or C hold such words.
enum ForeignHint {
  /// The advice for a text that does not load; nil for none.
  /// - Parameters:
  ///   - line: the line that the message names.
  ///   - text: the whole text.
  static func syntax(
    _ message: String, line: String, before: String, text: String
  ) -> String? {
    let near = CaretFinder.nearToken(message) ?? ""
    if near == "!" || near == "!=" {
      return line.contains("!=") ? "Lua writes ~= for !=" : "Lua writes not for !"
    }
    if let operation = operators.first(where: { near == $0.near && line.contains($0.text) }) {
      return "Lua writes \(operation.lua)"
    }
    if near == "//" || near == "/*" || near == "/" && line.contains("/*") {
      return "comments begin with --"
    }
    // The fault is often found behind the line that has it.
    for text in [line, before] {
      let word = text.drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter || $0 == "#" }
      if let lua = statements[String(word)] { return "Lua writes \(lua)" }
    }
    return message.hasSuffix("near <eof>") && text.contains("else if ")
      ? "Lua writes elseif; each else if needs an end of its own" : nil
  }

  /// The advice for an undeclared global name.
  static func global(_ name: String) -> String? { globals[name].map { "Lua writes \($0)" } }

  /// The advice for a method that a value lacks.
  static func method(_ name: String) -> String? { methods[name].map { "Lua writes \($0)" } }

  /// The advice for a module that is not there, by a word of its name; nil for none. Of JSON there are many
  /// modules: cjson, dkjson, rapidjson.
  static func module(_ name: String) -> String? {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let lua =
      words.contains { $0.hasSuffix("json") }
      ? "mix.json" : words.lazy.compactMap { modules[String($0)] }.first
    return lua.map { "mixhost has \($0) without require" }
  }

  /// Functions of `table`, which other languages call as methods of a list.
  static let tableFunctions: Set<String> = ["insert", "remove", "sort", "concat", "unpack", "move"]

  private static let modules = [
    "csv": "mix.csv", "ftcsv": "mix.csv", "http": "mix.http", "requests": "mix.http",
    "socket": "mix.http", "curl": "mix.http", "lfs": "mix.fs", "fs": "mix.fs",
    "sqlite3": "mix.store", "lsqlite3": "mix.store", "bit": "& | ~ << >>", "bit32": "& | ~ << >>",
    "argparse": "mix.args", "date": "mix.time", "sha2": "mix.crypto", "base64": "mix.crypto",
    "xml2lua": "mix.xml",
  ]

  private static let operators: [(near: String, text: String, lua: String)] = [
    ("=", "+=", "x = x + y for x += y"), ("+", "+=", "x = x + y for x += y"),
    ("-", "-=", "x = x - y for x -= y"), ("*", "*=", "x = x * y for x *= y"),
    ("/", "/=", "x = x / y for x /= y"), ("+", "++", "x = x + 1 for x++"),
    ("&", "&&", "and for &&"), ("|", "||", "or for ||"), ("?", "?", "a and b or c for a ? b : c"),
    ("{", "{", "then, do and end in place of braces"), (">", "=>", "function(x) return … end"),
  ]

  private static let statements = [
    "def": "local function name(…) … end", "fn": "local function name(…) … end",
    "func": "local function name(…) … end", "import": "local name = require(\"name\")",
    "from": "local name = require(\"name\")", "#include": "local name = require(\"name\")",
    "try": "local ok, problem = pcall(function() … end)",
    "except": "local ok, problem = pcall(function() … end)",
    "catch": "local ok, problem = pcall(function() … end)",
    "elif": "elseif … then", "var": "local name = …", "let": "local name = …",
    "const": "local name <const> = …", "switch": "if … elseif … end",
    "continue": "goto continue, with ::continue:: before the loop's end",
  ]

  private static let globals = [
    "None": "nil", "null": "nil", "undefined": "nil", "NULL": "nil", "True": "true",
    "False": "false", "len": "#list", "str": "tostring(value)", "int": "math.tointeger(value)",
    "range": "for i = 1, n do", "console": "print(…)", "json": "mix.json", "requests": "mix.http",
    "fetch": "mix.http.get", "csv": "mix.csv", "re": "string.match and string.gmatch",
    "time": "mix.time", "datetime": "mix.time", "unpack": "table.unpack(list)",
    "loadstring": "load(text)", "setfenv": "load(text, name, \"t\", environment)",
    "getfenv": "load(text, name, \"t\", environment)", "dofile": "require(\"name\")",
    "loadfile": "require(\"name\")", "package": "require(\"name\")",
    "bit": "& | ~ << >>", "bit32": "& | ~ << >>",
  ]

  private static let methods = [
    "append": "table.insert(list, value)", "push": "table.insert(list, value)",
    "split": "text:gmatch(\"[^,]+\")", "strip": "text:match(\"^%s*(.-)%s*$\")",
    "trim": "text:match(\"^%s*(.-)%s*$\")", "join": "table.concat(list, \", \")",
    "length": "#value", "toLowerCase": "text:lower()", "toUpperCase": "text:upper()",
    "startswith": "text:sub(1, n) == start", "startsWith": "text:sub(1, n) == start",
    "replace": "text:gsub(pattern, text)", "items": "for key, value in pairs(t) do",
    "keys": "for key in pairs(t) do", "forEach": "for _, value in ipairs(list) do",
  ]
}
