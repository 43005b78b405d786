internal import GRDB
internal import GRDBSQLite
internal import Reactor

/// Opened files of SQLite that keep pages in memory, up to 2 MB for each connection.
package protocol PageCacheOwner: AnyObject, Sendable {
  /// Gives back the pages that nothing uses; later reads bring them again. Blocks.
  func freePages()
}

/// The pages of all files that this process has open: 4 MB in a server that has worked on 20,000 items.
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

  /// Gives them back. Blocks until the files' transactions of this moment have ended.
  package static func giveBack() {
    let owners = entries.withLock { $0.compactMap(\.owner) }
    for owner in owners { owner.freePages() }
  }
}

extension DatabaseQueue {
  package func freePages() {
    inDatabase { db in
      // A queue that was closed has none.
      if let connection = db.sqliteConnection { sqlite3_db_release_memory(connection) }
    }
  }
}
