internal import CLua
internal import MixCore
internal import Notation
internal import ScriptHost

/// A source of a merge as a script gives it.
struct ScriptSource {
  /// How it gives its items.
  enum Kind: String, CaseIterable {
    /// A list of all its items.
    case items
    /// A function that gives a page by its number.
    case pages
    /// A function or object that gives the next item, or nil.
    case next
  }

  static let shape = Shape(
    "merge.source", "A source with a name: one of the first three, and how reports call it.",
    [
      .init("items", .kept("any[]"), "all its items, in order"),
      .init(
        "pages", .kept("fun(page: integer): any[]?, boolean|error|nil"),
        "gives a page, from 1: its items, and whether there are more; without that an empty page ends "
          + "the source. nil ends it; nil, err is a failure"),
      .init(
        "next", .kept("fun(): any"), "gives the next item, nil at the end; nil, err is a failure"),
      .init("name", .filled, "as failures name it (default: its place)"),
    ])

  let name: String
  let kind: Kind
  let value: KeptValue

  /// Reads the list of sources at an index.
  /// - Throws: ``HostError`` that names the place of anything that is not a source.
  static func readAll(_ call: HostCall, _ index: Int32) throws -> [ScriptSource] {
    let stack = call.stack
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    return try stride(from: 1, through: stack.rawLength(index), by: 1).map { position in
      stack.pushRawElement(index, position)
      defer { stack.pop() }
      return try read(call, stack.count, Int(position))
    }
  }

  private static func read(
    _ call: HostCall, _ index: Int32, _ position: Int
  ) throws -> ScriptSource {
    let stack = call.stack
    let place = "sources[\(position)]"
    func source(_ kind: Kind, _ index: Int32, _ name: String) -> ScriptSource {
      ScriptSource(name: name, kind: kind, value: call.context.keep(stack, at: index))
    }
    guard stack.kind(index) == .table else {
      try checkCallable(stack, index, place, "a list, a function or a table")
      return source(.next, index, "\(position)")
    }
    guard stack.rawLength(index) == 0, !stack.isEmptyTable(index), !ArrayMark.isMarked(stack, index)
    else { return source(.items, index, "\(position)") }
    let given = try ShapeReader(call, .merge).fields(shape, index, place + ".")
    var found: [ScriptSource] = []
    for kind in Kind.allCases where given.has(kind.rawValue) {
      stack.pushRawField(index, kind.rawValue)
      defer { stack.pop() }
      let place = "\(place).\(kind.rawValue)"
      if kind != .items {
        try checkCallable(stack, stack.count, place, "a function")
      } else if stack.kind(-1) != .table {
        throw HostError.usage("\(place) is \(stack.typeName(-1)), a list expected")
      }
      found.append(source(kind, stack.count, given.string("name") ?? "\(position)"))
    }
    guard found.count == 1 else {
      throw HostError.usage("\(place) has one of `items`, `pages` and `next`, not \(found.count)")
    }
    return found[0]
  }

  private static func checkCallable(
    _ stack: LuaStack, _ index: Int32, _ place: String, _ expected: String
  ) throws {
    guard stack.kind(index) == .function || stack.hasMetafield(index, "__call") else {
      throw HostError.usage("\(place) is \(stack.typeName(index)), \(expected) expected")
    }
  }
}

/// Asks a source of a script for pages.
final class ScriptPages {
  typealias Page = PagedMerge<MergeItem>.Page

  private let source: ScriptSource
  private let reader: ItemReader
  /// How many items of an iterator make one page.
  private let batch: Int
  /// An iterator's error after it had given items of a page.
  private var pendingError: (any Error)?

  init(_ source: ScriptSource, _ reader: ItemReader, batch: Int) {
    (self.source, self.reader, self.batch) = (source, reader, batch)
  }

  /// A page by its number.
  /// - Throws: what the source raises or returns as its error.
  func page(_ number: Int) async throws -> Page {
    switch source.kind {
    case .items: Page([], isLast: true)
    case .pages:
      try await answer([number]) { try self.page(number, $0, $1) } ?? Page([], isLast: true)
    case .next: try await nextItems()
    }
  }

  private func page(_ number: Int, _ stack: LuaStack, _ first: Int32) throws -> Page {
    guard stack.kind(first) == .table else {
      throw HostError.usage(
        "a page is a list of items, not \(stack.typeName(first)) (page \(number))")
    }
    guard stack.rawLength(first) > 0 || stack.isEmptyTable(first) else {
      throw HostError.usage(
        "a page is a list of items, not a table with other keys (page \(number)): give the list in it"
      )
    }
    let items = try reader.items(listAt: first, stack)
    let more = first < stack.count ? stack.boolean(first + 1) : nil
    return Page(items, isLast: !(more ?? !items.isEmpty))
  }

  private func nextItems() async throws -> Page {
    if let error = pendingError {
      pendingError = nil
      throw error
    }
    var items: [MergeItem] = []
    do {
      while items.count < batch {
        let next = try await answer([]) { [reader] in try reader.item(at: $1, $0) }
        guard let next else { return Page(items, isLast: true) }
        items.append(next)
      }
    } catch  where !items.isEmpty && !(error is any ScriptEnd) {
      // Items before the failure are not lost; the failure comes next.
      pendingError = error
    }
    return Page(items, isLast: false)
  }

  /// Calls the script's function and reads what it returns from its first place on the stack; nil for nothing.
  private func answer<Value: Sendable>(
    _ arguments: [any LuaResult], _ read: @escaping (LuaStack, Int32) throws -> Value
  ) async throws -> Value? {
    guard let context = reader.context else { preconditionFailure("a page outside of a call") }
    return try await context.call(source.value, arguments) { stack, count in
      let first = stack.count - count + 1
      if count >= 2, let error = context.error(stack, at: first + 1) { throw error }
      return count == 0 || stack.isNoneOrNil(first) ? nil : try read(stack, first)
    }
  }
}
