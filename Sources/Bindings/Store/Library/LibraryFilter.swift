internal import MixCore
internal import ScriptHost

/// Reads which works a script means.
enum LibraryFilter {
  static let fields = [
    OptionField("status", .any, "a status or a list of them"),
    OptionField("kind", .string, "book, track or film"),
    OptionField("job", .integer, "what this job merged"),
    OptionField("ids", .table, "a list of numbers"),
  ]

  /// The option `fields`.
  static func names(_ options: Options) throws -> [String]? {
    guard let value = options.value("fields") else { return nil }
    guard case .array(let list) = value else {
      throw HostError.usage("bad option 'fields': a list of names expected")
    }
    return try list.map { name in
      guard case .string(let name) = name else {
        throw HostError.usage("bad option 'fields': a list of names expected")
      }
      return name
    }
  }

  static func read(_ options: Options) throws -> Library.Filter {
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
    filter.kind = try options.string("kind").map { try kind($0).rawValue }
    filter.job = options.int("job").map(Int64.init)
    filter.title = options.string("title")
    filter.creator = options.string("creator")
    filter.text = options.string("text")
    if let ids = options.value("ids") { filter.ids = try numbers(ids) }
    if let identifier = options.value("identifier") {
      guard case .array(let pair) = identifier, pair.count == 2,
        case .string(let name) = pair[0], case .string(let value) = pair[1]
      else { throw HostError.usage("bad option 'identifier': {name, value} expected") }
      filter.identifier = (name, value)
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

  static func limit(_ options: Options, default limit: Int) throws -> Int {
    let given = options.int("limit") ?? limit
    guard given >= 1 else {
      throw HostError.usage("bad option 'limit': 1 or more expected, got \(given)")
    }
    return given
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
