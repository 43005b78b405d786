internal import MixCore
internal import ScriptHost

/// Reads which works a script means.
enum LibraryFilter {
  static let fields: [Shape.Field] = [
    .init("status", .any, "a status or a list of them"),
    .init("kind", kind, "what they are"),
    .init("job", .integer, "what this job merged"),
    .init("ids", .list(.integer), "works' numbers"),
  ]

  /// A kind of works.
  static let kind = Shape.Kind.choice(of: WorkKind.self)
  /// How many works.
  static let limit = Shape.Kind.integer(from: 1)

  static func read(_ options: Fields) throws -> Library.Filter {
    var filter = Library.Filter()
    switch options.value("status") {
    case nil: break
    case .string(let name)?: filter.statuses = [try status(name)]
    case .array(let names)?:
      filter.statuses = try names.map { name in
        guard case .string(let name) = name else { throw badStatus("\(name)") }
        return try status(name)
      }
    case let value?: throw badStatus("\(value)")
    }
    filter.kind = options.string("kind")
    filter.job = options.int("job").map(Int64.init)
    filter.title = options.string("title")
    filter.creator = options.string("creator")
    filter.text = options.string("text")
    if let ids = options.value("ids") { filter.ids = try numbers(ids) }
    if options.has("identifier") {
      let pair = options.texts("identifier")
      guard pair.count == 2 else { throw options.wrong("identifier", "{name, value} expected") }
      filter.identifier = (pair[0], pair[1])
    }
    return filter
  }

  static func numbers(_ value: LuaValue) throws -> [Int64] {
    if case .object(let fields) = value, fields.isEmpty { return [] }
    guard case .array(let list) = value else {
      throw HostError.usage("a list of works' numbers expected")
    }
    return try list.map { item in
      guard case .int(let number) = item else {
        throw HostError.usage("a list of works' numbers expected")
      }
      return number
    }
  }

  static func status(_ name: String) throws -> WorkStatus {
    guard let status = WorkStatus(name: name) else { throw badStatus(name) }
    return status
  }

  static func kind(_ name: String) throws -> WorkKind {
    guard let kind = WorkKind(rawValue: name) else {
      throw HostError.usage("bad option 'kind': book, track or film expected, got \"\(name)\"")
    }
    return kind
  }

  /// No work has this number.
  static func noWork(_ id: Int64) -> HostError {
    HostError(kind: "not_found", message: "there is no work \(id) in the library")
  }

  private static func badStatus(_ given: String) -> HostError {
    HostError.usage(
      "unknown status \(given); known: \(LibraryModule.statusNames.joined(separator: ", "))")
  }
}

/// Walks over works page by page.
enum LibraryPages {
  private static let size = 200

  static func iterator(
    _ host: any StoreHost, _ filter: Library.Filter, limit: Int, fields: [String]? = nil,
    _ value: @escaping @Sendable (StoredWork, HostContext) throws -> LuaValue
  ) -> PagedIterator {
    let cursor = Cursor(left: limit)
    return PagedIterator { context in
      let count = min(size, cursor.left)
      let after = cursor.last
      if count == 0 { return [] }
      let works = try await host.stores.read {
        try $0.library.page(filter, after: after, limit: count, fields: fields)
      }
      cursor.last = works.last?.id ?? cursor.last
      cursor.left -= works.count
      return try works.map { try value($0, context) }
    }
  }
}

/// How far an iterator has come.
final class Cursor {
  var last: Int64 = 0
  var left: Int

  init(left: Int = .max) { self.left = left }
}
