import GRDB
import GRDBSQLite
import Testing

@testable import Net
@testable import SQL
@testable import Store

@Suite("Page caches")
struct PageCachesTests {
  /// The bytes of pages that a connection holds.
  private func held(_ queue: DatabaseQueue) -> Int {
    queue.inDatabase { db in
      var (now, most) = (Int32(0), Int32(0))
      sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &now, &most, 0)
      return Int(now)
    }
  }

  /// Reads half a megabyte through a connection.
  private func fill(_ queue: DatabaseQueue) throws {
    try queue.inDatabase { db in
      try db.execute(
        sql: """
          CREATE TABLE wide (body BLOB);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
            INSERT INTO wide SELECT zeroblob(2000) FROM n
          """)
      #expect(try Int.fetchOne(db, sql: "SELECT sum(length(body)) FROM wide") == 500_000)
    }
  }

  @Test("pages of data files and cache files are given back, and read again")
  func givesBack() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let data = try OpenedFiles.file(folder.file("data.sqlite"))
    let cache = try CacheFile(path: folder.file("cache.sqlite"), maxPages: nil)
    for queue in [data.queue, cache.writer] {
      try fill(queue)
      #expect(held(queue) > 400_000)
    }
    PageCaches.giveBack()
    for queue in [data.queue, cache.writer] {
      #expect(held(queue) < 50_000)
      let sum = try queue.inDatabase {
        try Int.fetchOne($0, sql: "SELECT sum(length(body)) FROM wide")
      }
      #expect(sum == 500_000)
    }
    cache.close()
  }

  @Test("a file that was closed has nothing to give back")
  func closed() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let cache = try CacheFile(path: folder.file("cache.sqlite"), maxPages: nil)
    cache.close()
    PageCaches.giveBack()
    withExtendedLifetime(cache) {}
  }
}
