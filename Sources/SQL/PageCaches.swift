internal import GRDB
internal import GRDBSQLite
internal import Reactor

/// An opened SQLite file that keeps pages in memory, up to 2 MB for each connection.
package protocol PageCacheOwner: AnyObject, Sendable {
  /// Frees the unused pages; later reads load them again. Blocks.
  func freePages()
}

/// The page caches of all files that this process has open: 4 MB in a server that has worked on
/// 20,000 items.
package enum PageCaches {
  private struct Entry {
    weak var owner: (any PageCacheOwner)?
  }

  // Guarded: files are opened on any thread.
  private static let entries = Guarded<[Entry]>([])

  package static func add(_ owner: any PageCacheOwner) {
    entries.withLock { entries in
      entries.removeAll { $0.owner == nil }
      entries.append(Entry(owner: owner))
    }
  }

  /// Frees the unused pages of all files. Blocks until the files' present transactions have ended.
  package static func giveBack() {
    let owners = entries.withLock { $0.compactMap(\.owner) }
    for owner in owners { owner.freePages() }
  }
}

extension DatabaseQueue {
  package func freePages() {
    inDatabase { db in
      // A closed queue has no connection.
      if let connection = db.sqliteConnection { sqlite3_db_release_memory(connection) }
    }
  }
}
