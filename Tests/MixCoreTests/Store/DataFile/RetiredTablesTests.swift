import Foundation
import GRDB
import Testing

@testable import Store

@Suite("Homes of earlier versions")
struct RetiredTablesTests {
  /// A data file as the version before wrote it.
  private func oldFile(_ rows: String) throws -> String {
    let folder = NSTemporaryDirectory() + "mixhost-retired-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/mixhost.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase {
      try $0.execute(sql: "PRAGMA application_id = \(DataFile.applicationID)")
    }
    try DataFileSchema.migrator.migrate(queue, upTo: "store 1")
    try queue.write { try $0.execute(sql: rows) }
    try queue.close()
    return path
  }

  private static let channels = CollectionDeclaration(
    name: "channels", key: "key", indexes: ["account"])
  private static let videos = CollectionDeclaration(
    name: "videos", key: "key", indexes: ["account", "published", "unread", "starred"])

  private func records(
    _ store: ProgramStore, _ declaration: CollectionDeclaration, _ query: StoreQuery
  ) throws -> [[String: Any]] {
    var found: [[String: Any]] = []
    try store.open(declaration).scan(query, after: nil) { json, _ in
      let object = try JSONSerialization.jsonObject(with: Data(json))
      found.append(try #require(object as? [String: Any]))
      return true
    }
    return found
  }

  @Test("Channels and videos of the old tables are the program's records, in their order")
  func feed() throws {
    let path = try oldFile(
      """
      INSERT INTO feed_channel VALUES ('me', 'UCb', 'B "& <b>', 1), ('me', 'UCa', NULL, 0),
        ('you', 'UCa', 'A', 0);
      INSERT INTO feed_video VALUES
        ('me', 'old', 'UCa', 5.5, 'Old', NULL, NULL, NULL, 1),
        ('me', 'new', 'UCb', 1700000000.25, 'Nü', 'About', 'https://i/x.jpg', 90, 2),
        ('you', 'new', 'UCb', 7, 'Yours', NULL, NULL, 61.5, 3);
      """)
    let file = try DataFile(path: path)
    let store = ProgramStore(file, program: "feed")
    #expect(try store.version() == 1)
    var mine = StoreQuery()
    mine.conditions = [.init(field: "account", from: .text("me"), to: .text("me"))]
    let channels = try records(store, Self.channels, mine)
    #expect(channels.map { $0["id"] as? String } == ["UCb", "UCa"])
    #expect(channels[0]["title"] as? String == "B \"& <b>")
    #expect(channels[0]["registered"] as? Bool == true)
    #expect(Set(channels[1].keys) == ["key", "account", "id"])
    mine.order = "published"
    mine.isDescending = true
    let videos = try records(store, Self.videos, mine)
    #expect(videos.map { $0["title"] as? String } == ["Nü", "Old"])
    #expect(videos[0]["published"] as? Double == 1_700_000_000.25)
    #expect(videos[0]["duration"] as? Double == 90 && videos[0]["key"] as? String == "me new")
    #expect(Set(videos[1].keys) == ["key", "account", "id", "channel", "published", "title"])
    #expect(try store.open(Self.videos).count(StoreQuery()) == 3)
    #expect(try tables(path).allSatisfy { !$0.hasPrefix("feed") })
  }

  @Test("Where nothing was stored, nothing is left behind")
  func empty() throws {
    let path = try oldFile("")
    let store = ProgramStore(try DataFile(path: path), program: "feed")
    #expect(try store.version() == nil && store.declarations().isEmpty)
  }

  private func tables(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    }
  }
}
