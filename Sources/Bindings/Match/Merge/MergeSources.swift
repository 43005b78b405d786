internal import CLua
internal import MixCore
internal import Notation
internal import ScriptHost

/// A source of a merge as a script gives it.
struct ScriptSource {
  /// A source of items.
  enum Kind {
    /// They are there already: a list.
    case items(KeptValue)
    /// A function that gives a page by its number.
    case pages(KeptValue)
    /// A function or object that gives the next item, or nil.
    case iterator(KeptValue)
  }

  static let shape = TableShape(
    "merge.source", "A source with a name: one of the first three, and how reports call it.",
    [
      .init("items", "any[]?", "all its items, in order"),
      .init(
        "pages", "fun(page: integer): any[]?, boolean|error|nil?",
        "gives a page, from 1: its items, and whether there are more; without that an empty page ends "
          + "the source. nil ends it; nil, err is a failure"),
      .init("next", "fun(): any?", "gives the next item, nil at the end; nil, err is a failure"),
      .init("name", "string?", "as failures name it (default: its place)"),
    ])

  let name: String
  let kind: Kind

  /// Its items, where they are there already.
  var list: KeptValue? {
    if case .items(let list) = kind { return list }
    return nil
  }

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
    var name = "\(position)"
    guard stack.kind(index) == .table else {
      return ScriptSource(
        name: name,
        kind: .iterator(try callable(call, index, place, "a list, a function or a table")))
    }
    guard stack.rawLength(index) == 0, !stack.isEmptyTable(index), !ArrayMark.isMarked(stack, index)
    else {
      return ScriptSource(name: name, kind: .items(call.context.keep(stack, at: index)))
    }
    let reader = MergeOptionReader(call: call)
    try reader.checkKeys(index, shape.fields.map(\.name), in: place + ".")
    var kinds: [Kind] = []
    reader.with(index, "name") { if let text = stack.string($0) { name = text } }
    try reader.with(index, "items") { value in
      guard !stack.isNoneOrNil(value) else { return }
      guard stack.kind(value) == .table else {
        throw HostError.usage("\(place).items is \(stack.typeName(value)), a list expected")
      }
      kinds.append(.items(call.context.keep(stack, at: value)))
    }
    for (key, make) in [("pages", Kind.pages), ("next", Kind.iterator)] {
      try reader.with(index, key) { value in
        guard !stack.isNoneOrNil(value) else { return }
        kinds.append(make(try callable(call, value, "\(place).\(key)", "a function")))
      }
    }
    guard kinds.count == 1 else {
      throw HostError.usage("\(place) has one of `items`, `pages` and `next`, not \(kinds.count)")
    }
    return ScriptSource(name: name, kind: kinds[0])
  }

  private static func callable(
    _ call: HostCall, _ index: Int32, _ place: String, _ expected: String
  ) throws -> KeptValue {
    let stack = call.stack
    guard stack.kind(index) == .function || stack.hasMetafield(index, "__call") else {
      throw HostError.usage("\(place) is \(stack.typeName(index)), \(expected) expected")
    }
    return call.context.keep(stack, at: index)
  }
}

/// Asks a script's function for pages.
final class ScriptPages {
  private let reader: ItemReader
  private let store: ItemStore
  /// An iterator's error after it had given items of a page.
  private var pendingError: (any Error)?

  init(_ reader: ItemReader, _ store: ItemStore) {
    self.reader = reader
    self.store = store
  }

  private func context() -> HostContext {
    guard let context = reader.context else { preconditionFailure("a page outside of a call") }
    return context
  }

  /// A page of a page function.
  /// - Throws: what it raises or returns as its error.
  func page(_ number: Int, of function: KeptValue) async throws -> PagedMerge<Int>.Page {
    let context = context()
    return try await context.call(function, [number]) { [store] stack, count in
      let first = stack.count - count + 1
      if count >= 2, let error = context.error(stack, at: first + 1) { throw error }
      guard count >= 1, !stack.isNoneOrNil(first) else {
        return PagedMerge<Int>.Page([], isLast: true)
      }
      guard stack.kind(first) == .table else {
        throw HostError.usage(
          "a page is a list of items, not \(stack.typeName(first)) (page \(number))")
      }
      guard stack.rawLength(first) > 0 || stack.isEmptyTable(first) else {
        throw HostError.usage(
          "a page is a list of items, not a table with other keys (page \(number)): give the list in it"
        )
      }
      let items = store.insert(listAt: first, stack)
      let more = count >= 2 ? stack.boolean(first + 1) : nil
      return PagedMerge<Int>.Page(items, isLast: !(more ?? !items.isEmpty))
    }
  }

  /// The items of an iterator that make one page.
  /// - Throws: what it raises or returns as its error.
  func batch(_ size: Int, of iterator: KeptValue) async throws -> PagedMerge<Int>.Page {
    if let error = pendingError {
      pendingError = nil
      throw error
    }
    let context = context()
    var items: [Int] = []
    do {
      while items.count < size {
        let next = try await context.call(iterator, []) { [store] stack, count -> Int? in
          let first = stack.count - count + 1
          if count >= 2, let error = context.error(stack, at: first + 1) { throw error }
          guard count >= 1, !stack.isNoneOrNil(first) else { return nil }
          return store.insert(valueAt: first, stack)
        }
        guard let next else { return PagedMerge<Int>.Page(items, isLast: true) }
        items.append(next)
      }
    } catch  where !items.isEmpty && !(error is any ScriptEnd) {
      // Items before the failure are not lost; the failure comes next.
      pendingError = error
    }
    return PagedMerge<Int>.Page(items, isLast: false)
  }
}
