internal import MixCore
internal import ScriptHost

/// The collections of a manifest: `{ episodes = { key = "id", indexes = { "published" } } }`.
enum ManifestCollections {
  private static let most = 32

  static func read(
    _ root: Fields, grants: ProgramGrants
  ) throws -> [CollectionDeclaration] {
    guard root.has("collections") else { return [] }
    guard grants.data else {
      throw root.wrong("collections", "needs grants = { data = true }, which the user accepts")
    }
    var collections: [CollectionDeclaration] = []
    for (name, table) in try root.named("collections", most: most) {
      let key = table.string("key") ?? ""
      try check(key, "key", table)
      let indexes = table.texts("indexes")
      for index in indexes { try check(index, "indexes", table) }
      guard Set(indexes + [key]).count == indexes.count + 1, indexes.count <= most else {
        throw table.wrong(
          "indexes", "is a list of at most \(most) fields, each once, without the key")
      }
      collections.append(
        CollectionDeclaration(
          name: name, key: key, indexes: indexes.sorted(), isShared: table.bool("shared") == true))
    }
    return collections
  }

  private static func check(
    _ field: String, _ place: String, _ table: Fields
  ) throws {
    guard (1...100).contains(field.utf8.count),
      !field.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
    else { throw table.wrong(place, "is a field's name of at most 100 bytes, without quotes") }
    guard !CollectionDeclaration.reserved.contains(field) else {
      throw table.wrong(
        place, "has \"\(field)\", which is an option of find: name the field differently")
    }
  }
}
