internal import Files

/// Why a recording cannot be made or read.
public struct CassetteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The line that is damaged, from 1.
  public let line: Int?
  /// The fault and what to do.
  public let reason: String

  init(_ path: String, line: Int? = nil, _ reason: String) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  init(_ path: String, _ error: FileError) {
    self.init(path, "cannot \(error.operation) it: \(error.reason)")
  }

  /// In words.
  public var description: String {
    "\(path)\(line.map { ", line \($0)" } ?? ""): \(reason)"
  }
}
