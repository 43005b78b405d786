/// Bundles the modules and styles of a first visit into one module and one style sheet instead of
/// thirty files, because browsers fetch only a few files at a time.
///
/// The files are also served under their own names. The page's HTML lists the bundled files, and an
/// import map points other modules to the bundle, so that each module is loaded once.
struct PageBundle: Sendable {
  static let scriptName = "first.js"
  static let styleName = "first.css"
  /// The place of the import map in the HTML.
  static let mapMark = "<script type=\"importmap\"></script>"

  private static let root = "/page/"

  /// The HTML with the bundle in place of its parts.
  let html: String
  /// The paths of the bundled modules, such as `kinds/table.js`.
  let modules: [String]
  /// The names of the bundled style sheets.
  let styles: [String]
  let script: String
  let style: String

  /// - Parameters:
  ///   - html: the page, which names files by `/page/…`: its entry module, modules to preload, and
  ///     style sheets.
  ///   - file: returns the text of a file.
  /// - Throws: ``Problem``.
  init(_ html: String, file: @escaping (String) -> String?) throws(Problem) {
    var lines: [Substring] = []
    var (entry, others, sheets): (String?, [String], [String]) = (nil, [], [])
    for line in html.split(separator: "\n", omittingEmptySubsequences: false) {
      if let path = Self.path(line, "<link rel=\"stylesheet\" href=\"") {
        if sheets.isEmpty {
          lines.append("  <link rel=\"stylesheet\" href=\"\(Self.root)\(Self.styleName)\">")
        }
        sheets.append(path)
      } else if let path = Self.path(line, "<script type=\"module\" src=\"") {
        lines.append("  \(Self.mapMark)")
        lines.append(
          "  <script type=\"module\" src=\"\(Self.root)\(Self.scriptName)\"></script>")
        entry = path
      } else if let path = Self.path(line, "<link rel=\"modulepreload\" href=\"") {
        others.append(path)
      } else {
        lines.append(line)
      }
    }
    guard let entry else { throw Problem("it names no module") }
    var writer = BundleWriter(file: file)
    for path in others + [entry] { try writer.add(path) }
    self.html = lines.joined(separator: "\n")
    modules = writer.paths
    styles = sheets.map { String($0.drop { $0 != "/" }.dropFirst().prefix { $0 != "." }) }
    script = try writer.text()
    var texts: [String] = []
    for path in sheets {
      guard let text = file(path) else { throw Problem("\(path) is missing") }
      texts.append(text)
    }
    style = texts.joined(separator: "\n")
  }

  /// The import map of a page whose files are below an address.
  func importMap(_ address: String) -> String {
    let entries = modules.map { "\"\(address)\($0)\":\"\(address)\(Self.scriptName)\"" }
    return "{\"imports\":{\(entries.joined(separator: ","))}}"
  }

  private static func path(_ line: Substring, _ start: String) -> String? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix(start + root) else { return nil }
    return String(text.dropFirst((start + root).count).prefix { $0 != "\"" })
  }

  /// Why modules cannot be bundled.
  struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ reason: String) { description = "the files of the page do not fit together: \(reason)" }
  }
}

/// Combines modules: each becomes a function that returns its exports, placed after the modules
/// that it imports. The bundle exports all of their names.
private struct BundleWriter {
  private struct Written {
    let number: Int
    let exports: [String]
  }

  private static let kinds: Set<Substring> = ["class", "function", "const"]

  let file: (String) -> String?
  private var written: [String: Written] = [:]
  private var open: Set<String> = []
  private var parts: [String] = []
  private(set) var paths: [String] = []

  init(file: @escaping (String) -> String?) { self.file = file }

  mutating func add(_ path: String) throws(PageBundle.Problem) {
    guard written[path] == nil else { return }
    guard let text = file(path) else { throw .init("\(path) is missing") }
    guard open.insert(path).inserted else { throw .init("\(path) imports itself by way of others") }
    var (lines, exports): ([Substring], [String]) = ([], [])
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("import ") {
        lines.append(Substring(try taken(line, path)))
      } else if line.hasPrefix("export ") {
        lines.append(line.dropFirst("export ".count))
        exports.append(try Self.name(line, path))
      } else {
        lines.append(line)
      }
    }
    // A module's opening comment is only useful in the module's own file.
    let body = lines.drop { $0.hasPrefix("//") || $0.isEmpty }.joined(separator: "\n")
    let number = parts.count
    written[path] = Written(number: number, exports: exports)
    paths.append(path)
    let result = exports.isEmpty ? "" : "return { \(exports.joined(separator: ", ")) };\n"
    parts.append("const m\(number) = (() => {\n\(body)\(result)})();\n")
  }

  /// Turns `import { a, b } from "./c.js";` into a line of the function.
  private mutating func taken(
    _ line: Substring, _ path: String
  ) throws(PageBundle.Problem) -> String {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("import { "), parts[0].hasSuffix(" } from "),
      !parts[0].contains(" as "), parts[2] == ";", let other = Self.path(parts[1], from: path)
    else { throw .init("\(path): import { NAMES } from \"./PATH\"; not \(line)") }
    try add(other)
    let names = parts[0].dropFirst("import ".count).dropLast(" from ".count)
    return "const \(names) = m\(written[other]?.number ?? 0);"
  }

  private static func path(_ name: Substring, from path: String) -> String? {
    var folders = path.split(separator: "/").dropLast()
    for step in name.split(separator: "/") where step != "." {
      if step != ".." { folders.append(step) } else if folders.popLast() == nil { return nil }
    }
    return folders.joined(separator: "/")
  }

  private static func name(
    _ line: Substring, _ path: String
  ) throws(PageBundle.Problem) -> String {
    let words = line.dropFirst("export ".count).split(separator: " ").drop { $0 == "async" }
    let name = words.dropFirst().first?.prefix { $0.isLetter || $0.isNumber } ?? ""
    guard let kind = words.first, kinds.contains(kind), !name.isEmpty else {
      throw .init("\(path): export class, function or const, not \(line)")
    }
    return String(name)
  }

  /// The text of the bundle.
  /// - Throws: ``PageBundle/Problem`` if two modules export the same name.
  func text() throws(PageBundle.Problem) -> String {
    var owners: [String: String] = [:]
    var ends: [String] = []
    for path in paths {
      guard let module = written[path], !module.exports.isEmpty else { continue }
      for name in module.exports {
        if let other = owners.updateValue(path, forKey: name) {
          throw .init("\(name) is exported by \(other) and by \(path)")
        }
      }
      ends.append(
        "export const { \(module.exports.joined(separator: ", ")) } = m\(module.number);\n")
    }
    return parts.joined() + ends.joined()
  }
}
