internal import Notation
internal import Store

/// The collections of a manifest: `{ episodes = { key = "id", indexes = { "published" } } }`.
enum ManifestCollections {
  private static let most = 32

  static func read(
    _ root: ManifestTable, grants: ProgramGrants
  ) throws(ManifestError) -> [CollectionDeclaration] {
    guard let all = try root.table("collections", known: nil) else { return [] }
    guard grants.data else {
      throw root.wrong("collections", "needs grants = { data = true }, which the user accepts")
    }
    guard all.names.count <= most else {
      throw root.wrong("collections", "holds more than \(most) collections")
    }
    var collections: [CollectionDeclaration] = []
    for name in all.names {
      guard ProgramManifest.isName(name) else {
        throw all.wrong(name, "is not a name: lower-case letters, digits and _")
      }
      guard let table = try all.table(name, known: ["key", "indexes"]) else { continue }
      let key = try table.text("key")
      try check(key, "key", table)
      let indexes = try table.texts("indexes")
      for index in indexes { try check(index, "indexes", table) }
      guard Set(indexes + [key]).count == indexes.count + 1, indexes.count <= most else {
        throw table.wrong(
          "indexes", "is a list of at most \(most) fields, each once, without the key")
      }
      collections.append(
        CollectionDeclaration(name: name, key: key, indexes: indexes.sorted()))
    }
    return collections
  }

  private static func check(
    _ field: String, _ place: String, _ table: ManifestTable
  ) throws(ManifestError) {
    guard (1...100).contains(field.utf8.count),
      !field.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
    else { throw table.wrong(place, "is a field's name of at most 100 bytes, without quotes") }
    guard !CollectionDeclaration.reserved.contains(field) else {
      throw table.wrong(
        place, "has \"\(field)\", which is an option of find: name the field differently")
    }
  }

  static func version(_ root: ManifestTable) throws(ManifestError) -> Int {
    guard let number = try root.number("store_version", in: 1...1_000_000) else { return 1 }
    guard let version = Int(exactly: number) else {
      throw root.wrong("store_version", "is a whole number")
    }
    return version
  }
}
