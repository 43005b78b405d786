internal import ScriptHost

// @unchecked Sendable: confined to the engine's reactor.
/// What `for x in …` walks over: pages that are fetched when they are needed, so that memory stays
/// flat however much there is.
final class PagedIterator: LuaObject, @unchecked Sendable {  // confined: see above
  /// Fetches the next page; empty: there is none.
  typealias NextPage = nonisolated(nonsending) @Sendable (HostContext) async throws -> [LuaValue]

  private let nextPage: NextPage
  private var page: [LuaValue] = []
  private var position = 0
  private var isOver = false

  init(_ nextPage: @escaping NextPage) { self.nextPage = nextPage }

  static let luaTypeName = "iterator"
  static let luaType: ObjectType<PagedIterator> = {
    var type = ObjectType<PagedIterator>("Walks over what is stored: `for x in iterator do … end`.")
    type.iterator(ready: { _, iterator in iterator.ready() }) { context, iterator in
      let page = try await iterator.nextPage(context)
      iterator.take(page)
      return iterator.ready() ?? .nil
    }
    return type
  }()

  private func ready() -> LuaValue? {
    if position < page.count {
      defer { position += 1 }
      return page[position]
    }
    return isOver ? .some(.nil) : nil
  }

  private func take(_ next: [LuaValue]) {
    page = next
    position = 0
    isOver = next.isEmpty
  }
}
