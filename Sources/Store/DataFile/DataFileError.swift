internal import Files
internal import GRDB
internal import Glibc
internal import SQL

/// Why the data file, or a fleet's store, cannot be used. A store with an error is never
/// overwritten.
public struct DataFileError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Kind: String, Sendable {
    /// SQLite cannot read the file.
    case damaged
    /// The database belongs to another program.
    case foreign
    /// A later version of mixhost wrote the file.
    case newer
    /// The disk is full.
    case full
    /// The file cannot be written.
    case readOnly = "read_only"
    /// Another process held the file for too long.
    case busy
    /// A server, a run or another program has the file open, so it cannot be replaced.
    case held
    /// A file exists and may not be overwritten unasked.
    case exists
    /// The file does not exist.
    case missing
    /// The database server does not answer.
    case unreachable
    /// The database server refuses this user, or this action.
    case denied
    /// The file's contents are not those of a store.
    case refused
    /// It is unknown whether a change was saved.
    case unknown
    /// Any other failure.
    case failed
  }

  /// The kind of failure, for programs.
  public let kind: Kind
  /// The failure, its place and the remedy, for people.
  public let description: String

  /// The file has another program's tables.
  struct Foreign: Error {}
  /// The file has a later version's tables.
  struct Newer: Error {
    /// The first of its steps that this version does not know.
    let step: String
  }

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Converts any error that using the file caused.
  init(_ error: any Error, path: String) {
    if let error = error as? DataFileError {
      self = error
      return
    }
    if let error = error as? FileError {
      self = DataFileError(.failed, error.description)
      return
    }
    if let foreign = error as? FileSchema.Foreign {
      self = DataFileError(
        .foreign,
        "\(path) holds \(foreign.object), which mixhost did not make; nothing was done: take that "
          + "out with sqlite3, or take another file")
      return
    }
    kind = Self.kind(of: error, path)
    let reason = (error as? DatabaseError).map(Self.reason) ?? "\(error)"
    let file = "the data file \(path)"
    switch kind {
    case .damaged:
      description =
        "\(file) is damaged (\(reason)); it was left as it is: restore a copy, or move it away"
    case .foreign:
      description = "\(file) belongs to another program; it was left as it is: move it away"
    case .newer:
      let step = (error as? Newer).map { " (it has \"\($0.step.prefix(60))\")" } ?? ""
      description = "\(file) was written by a later mixhost\(step); use that one"
    case .full:
      description = "no room left for \(file): everything saved before is safe; make room and retry"
    case .readOnly: description = "\(file) cannot be written (\(reason)); check its permissions"
    case .busy: description = "\(file) is held by another process; try again when that has ended"
    default: description = "\(file): \(reason)"
    }
  }

  // A backup's connection has no message for a failure of the other connection.
  private static func reason(_ error: DatabaseError) -> String {
    let text = error.message ?? "not an error"
    return text == "not an error" ? error.extendedResultCode.description : text
  }

  private static func kind(of error: any Error, _ path: String) -> Kind {
    if error is Foreign { return .foreign }
    if error is Newer { return .newer }
    guard let error = error as? DatabaseError else { return .failed }
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: return .damaged
    case .SQLITE_FULL: return .full
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: return .readOnly
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy
    // A log that finds no room at its first page is an I/O error, too.
    case .SQLITE_IOERR where hasNoRoom(path): return .full
    default: return error.extendedResultCode == .SQLITE_IOERR_SHORT_READ ? .damaged : .failed
    }
  }

  private static func hasNoRoom(_ path: String) -> Bool {
    var disk = statvfs()
    return statvfs(PrivateFile.folder(of: path), &disk) == 0 && disk.f_bavail == 0
  }
}
