internal import ScriptHost

/// The iterator behind `for x in …`: pages that are fetched when they are needed, so that memory stays
/// flat however much there is.
final class PagedIterator: LuaObject {
  /// Fetches the next page; empty: there is none.
  typealias NextPage = nonisolated(nonsending) (HostContext) async throws -> [LuaValue]

  /// Fetches the next page where nothing can wait; nil: it has to be fetched.
  typealias PageInPlace = (HostCall) throws -> [LuaValue]?

  private let nextPage: NextPage
  private let inPlace: PageInPlace?
  private var page: [LuaValue] = []
  private var position = 0
  private var isOver = false

  init(inPlace: PageInPlace? = nil, _ nextPage: @escaping NextPage) {
    self.inPlace = inPlace
    self.nextPage = nextPage
  }

  static let luaTypeName = "iterator"
  static let luaType: ObjectType<PagedIterator> = {
    var type = ObjectType<PagedIterator>("Walks over stored records: `for x in iterator do … end`.")
    type.iterator(ready: { call, iterator in try iterator.ready(call) }) { context, iterator in
      let page = try await iterator.nextPage(context)
      iterator.take(page)
      return iterator.ready() ?? .nil
    }
    return type
  }()

  private func ready(_ call: HostCall) throws -> LuaValue? {
    if let ready = ready() { return ready }
    guard let page = try inPlace?(call) else { return nil }
    take(page)
    return ready()
  }

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
