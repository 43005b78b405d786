/// A recording, read as a whole.
struct CassetteReader {
  let header: CassetteHeader
  /// In the order in which they began.
  let exchanges: [CassetteExchange]
  /// The records skipped; nil without any.
  let warning: String?

  /// Reads a file.
  /// - Throws: ``CassetteError`` that names the line.
  init(_ path: String) throws(CassetteError) {
    let bytes: [UInt8]
    do {
      guard let content = try PrivateFile.read(path) else {
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
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The end of the last line.
    let last = lines.popLast() ?? []
    let first = lines.isEmpty ? last : lines.removeFirst()
    header = try Self.line(path, 1) { try CassetteHeader(first) }
    var exchanges: [CassetteExchange] = []
    for (index, line) in lines.enumerated() {
      exchanges.append(try Self.line(path, index + 2) { try CassetteExchange(line) })
    }
    var warning: String?
    if !last.isEmpty, last.startIndex > first.startIndex {
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

  private static func line<Value>(
    _ path: String, _ number: Int, _ read: () throws -> Value
  ) throws(CassetteError) -> Value {
    do { return try read() } catch let problem as CassetteRecord.Problem {
      throw CassetteError(path, line: number, problem.reason)
    } catch { throw CassetteError(path, line: number, "\(error)") }
  }
}
