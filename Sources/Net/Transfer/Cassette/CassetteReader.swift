internal import Files

/// A recording, read as a whole.
struct CassetteReader {
  let header: CassetteHeader
  /// In the order in which they began.
  let exchanges: [CassetteExchange]
  /// The records skipped; nil without any.
  let warning: String?

  /// The largest file that is read: it may come from anybody, and is held in memory.
  private static let mostBytes = 256_000_000
  private static let mostHeaderBytes = 1_000_000

  /// Reads a file.
  /// - Throws: ``CassetteError`` that names the line.
  init(_ path: String) throws(CassetteError) {
    let bytes: [UInt8]
    do {
      let content = try PrivateFile.read(path, most: Self.mostBytes) {
        try Self.beginsWithHeader($0, path)
      }
      guard let content else {
        throw CassetteError(path, "there is no such recording")
      }
      bytes = content
    } catch let error as FileError {
      throw CassetteError(path, error)
    } catch { throw error as? CassetteError ?? CassetteError(path, "\(error)") }
    try self.init(path, bytes)
  }

  /// - Parameters:
  ///   - path: as messages call the file.
  ///   - bytes: all of it.
  /// - Throws: ``CassetteError`` that names the line.
  init(_ path: String, _ bytes: [UInt8]) throws(CassetteError) {
    let first = bytes[..<(bytes.firstIndex(of: 0x0A) ?? bytes.endIndex)]
    header = try Self.line(path, 1) { try CassetteHeader(first) }
    var exchanges: [CassetteExchange] = []
    var last = bytes[first.endIndex...].dropFirst()
    while let end = last.firstIndex(of: 0x0A) {
      let line = last[..<end]
      exchanges.append(try Self.line(path, exchanges.count + 2) { try CassetteExchange(line) })
      last = last[(end + 1)...]
    }
    var warning: String?
    if !last.isEmpty {
      // The run was killed, or the disk was full, in the middle of a line.
      if let exchange = try? CassetteExchange(last) {
        exchanges.append(exchange)
      } else {
        warning = "\(path): the last line is cut off and left out"
      }
    }
    self.warning = warning
    self.exchanges = exchanges.sorted { $0.number < $1.number }
  }

  /// Looks at the beginning of a file, so that no other one is read to its end.
  /// - Returns: whether the first line is there as a whole.
  private static func beginsWithHeader(_ bytes: [UInt8], _ path: String) throws -> Bool {
    let end = bytes.firstIndex(of: 0x0A)
    let isUndecided =
      end == nil && bytes.first == UInt8(ascii: "{") && bytes.count < mostHeaderBytes
    if isUndecided { return false }
    _ = try line(path, 1) { try CassetteHeader(bytes[..<(end ?? bytes.endIndex)]) }
    return true
  }

  private static func line<Value>(
    _ path: String, _ number: Int, _ read: () throws -> Value
  ) throws(CassetteError) -> Value {
    do { return try read() } catch let problem as CassetteRecord.Problem {
      throw CassetteError(path, line: number, problem.reason)
    } catch { throw CassetteError(path, line: number, "\(error)") }
  }
}
