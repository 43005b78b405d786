internal import GRDB

/// The meaning of an error of the cache file.
enum CacheFailure {
  /// Whether the file itself is bad: damaged, cut off, or not ours.
  static func isDamage(_ error: any Error) -> Bool {
    if error is CacheFile.Foreign { return true }
    guard let error = error as? DatabaseError else { return false }
    // SQLITE_ERROR: a table of ours is missing or has other columns. A short read: cut off.
    let codes: [ResultCode] = [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR]
    return codes.contains(error.resultCode)
      || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }

  /// Whether there may be room or a turn for the next burst.
  static func isPassing(_ error: any Error) -> Bool {
    let code = (error as? DatabaseError)?.resultCode
    return code == .SQLITE_FULL || code == .SQLITE_BUSY
  }

  /// The error in words.
  static func reason(_ error: any Error) -> String {
    if let error = error as? DatabaseError { return error.message ?? "\(error.resultCode)" }
    return error is CacheFile.Foreign ? "another program's or version's tables" : "\(error)"
  }
}
