public import ScriptHost

/// The parts of long lists that a page wants, by their nodes.
public struct ScreenWindows: Sendable, Hashable {
  /// A part of a list.
  public struct Window: Sendable, Hashable {
    /// The place of the first item, from 0.
    public let from: Int
    /// Number of items.
    public let count: Int

    /// Makes a part; a negative place becomes 0, and the number at most ``ScreenWindows/most``.
    public init(from: Int, count: Int) {
      self.from = max(0, from)
      self.count = min(max(1, count), ScreenWindows.most)
    }

    /// The first items.
    public static let first = Window(from: 0, count: ScreenWindows.usual)
  }

  /// Items of a list that a page gets by default. Shorter lists are sent whole.
  public static let usual = 200
  /// Most items of a list that a page may request at once.
  public static let most = 1_000
  /// Most lists for which a page may request other parts than the first.
  private static let mostLists = 100

  private var windows: [String: Window] = [:]

  /// Shows the first items of every list.
  public init() {}

  /// Requests a part of a list.
  /// - Parameter node: the `id` of the list's node, or the path to it; see ``ScreenView``.
  public mutating func set(_ node: String, _ window: Window) {
    guard windows[node] != nil || windows.count < Self.mostLists else { return }
    windows[node] = window
  }

  /// The requested part of a node's list.
  subscript(id: String, path: String) -> Window { windows[path] ?? windows[id] ?? .first }
}

/// How a tree uses an address.
public enum ScreenMedia: String, Sendable, CaseIterable {
  case image
  case audio
}

/// A tree as one page receives it: only the visible parts of long lists, and replaced addresses of
/// pictures and sounds.
///
/// A node whose list has more than ``ScreenWindows/usual`` items has `total`, the number of all
/// items, and `from`, the place of the first sent item.
public struct ScreenView {
  private let windows: ScreenWindows
  private let address: (String, ScreenMedia) -> String?

  /// Makes a view.
  /// - Parameters:
  ///   - windows: the requested parts of lists.
  ///   - address: the replacement for the address of a picture or sound; nil to leave it out.
  public init(
    _ windows: ScreenWindows, address: @escaping (String, ScreenMedia) -> String?
  ) {
    self.windows = windows
    self.address = address
  }

  /// The tree as the page gets it.
  public func shown(_ tree: LuaValue) -> LuaValue { node(tree, path: "") }

  /// The path of a node: the ids from the one below the root on, with `/` between.
  private func node(_ value: LuaValue, path: String) -> LuaValue {
    guard case .object(var node) = value, case .string(let kind)? = node["kind"] else {
      return value
    }
    switch kind {
    case "table": table(&node, path)
    case "cards", "list":
      window("items", &node, path)
      change(&node, "items") { changed($0, "image", .image) }
    case "detail", "page":
      replace(&node, "image", .image)
      if case .array(let children)? = node["children"] {
        node["children"] = .array(
          children.map { child in
            self.node(child, path: path.isEmpty ? Self.id(child) : path + "/" + Self.id(child))
          })
      }
    case "review":
      node["subject"] = node["subject"].map { changed($0, "image", .image) }
      change(&node, "candidates") { changed($0, "image", .image) }
    case "image": node["src"] = source(node["src"], .image)
    case "audio": node["src"] = source(node["src"], .audio)
    default: break
    }
    return .object(node)
  }

  private static func id(_ node: LuaValue) -> String {
    if case .string(let id)? = node["id"] { return id }
    return ""
  }

  // MARK: Lists

  private func table(_ node: inout [String: LuaValue], _ path: String) {
    window("rows", &node, path)
    var cells: [(field: String, media: ScreenMedia)] = []
    if case .array(let columns)? = node["columns"] {
      for column in columns {
        guard case .string(let field)? = column["key"],
          case .string(let format)? = column["format"],
          let media = ScreenMedia(rawValue: format)
        else { continue }
        cells.append((field, media))
      }
    }
    guard !cells.isEmpty else { return }
    change(&node, "rows") { row in
      cells.reduce(row) { changed($0, $1.field, $1.media) }
    }
  }

  private func window(_ field: String, _ node: inout [String: LuaValue], _ path: String) {
    guard case .array(let items)? = node[field], items.count > ScreenWindows.usual else { return }
    var id = ""
    if case .string(let own)? = node["id"] { id = own }
    let window = windows[id, path]
    let from = min(window.from, max(0, items.count - 1))
    node[field] = .array(Array(items[from..<min(items.count, from + window.count)]))
    node["total"] = .int(Int64(items.count))
    node["from"] = .int(Int64(from))
  }

  private func change(
    _ node: inout [String: LuaValue], _ field: String, _ body: (LuaValue) -> LuaValue
  ) {
    guard case .array(let items)? = node[field] else { return }
    node[field] = .array(items.map(body))
  }

  // MARK: Addresses

  private func changed(
    _ value: LuaValue, _ field: String, _ media: ScreenMedia
  ) -> LuaValue {
    guard case .object(var record) = value, record[field] != nil else { return value }
    replace(&record, field, media)
    return .object(record)
  }

  private func replace(
    _ record: inout [String: LuaValue], _ field: String, _ media: ScreenMedia
  ) {
    guard case .string(let text)? = record[field] else { return }
    record[field] = replaced(text, media).map(LuaValue.string)
  }

  /// The address of a node that requires one; empty when it is not allowed.
  private func source(_ value: LuaValue?, _ media: ScreenMedia) -> LuaValue? {
    guard case .string(let text)? = value else { return value }
    return .string(replaced(text, media) ?? "")
  }

  /// The replacement of an address, nil to leave it out; a path of this server stays.
  private func replaced(_ text: String, _ media: ScreenMedia) -> String? {
    text.hasPrefix("/") ? text : address(text, media)
  }
}
