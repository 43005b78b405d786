internal import Dispatch
internal import Files
internal import Glibc

// @unchecked Sendable: used by one after the other: the download, its transfer's queue, the download.
/// A file that grows while it is downloaded: `NAME.part`, and beside it `NAME.part.from`, which says of
/// what, so that a later run continues where this one ended.
final class DownloadSink: @unchecked Sendable {  // handed on: see above
  /// The longest note: an address and a tag.
  private static let mostNote = 262_144

  private let folder: HeldFolder
  private let part: String
  private let note: String
  private let url: String
  private let file: OpenFile
  private let onProgress: @Sendable (Int, Int?) -> Void
  // Tells this version of the file from others: a strong ETag, or a date.
  private var validator: String?
  private var hasBegun = false
  /// The bytes that are in the file.
  private(set) var offset = 0
  /// How many it will have, where the server says so.
  private var total: Int?
  // Where the part that is coming ends; nil for an answer that is the whole.
  private var partEnd: Int?
  /// The bytes of the current attempt.
  private(set) var received = 0
  /// The fault of an answer that has ended; nil when the file is whole.
  var shortage: HTTPError? {
    if let end = total ?? partEnd, offset < end {
      // An answer that brought nothing will bring nothing again.
      return HTTPError(
        received > 0 ? .interrupted : .truncated, "\(offset) of \(end) bytes came", url: url)
    }
    guard total == nil, partEnd != nil else { return nil }
    // The bytes behind a part can be asked for where the version is known.
    return HTTPError(
      received > 0 && validator != nil ? .interrupted : .truncated,
      "a part of \(offset) bytes came, and the server does not say how many the whole has",
      url: url)
  }

  /// Opens the part file. Blocks.
  /// - Parameters:
  ///   - folder: of the file that is to be replaced.
  ///   - url: an earlier part of another address is not resumed.
  ///   - onProgress: called on any thread with the bytes that are there, and those there will be.
  /// - Throws: ``HTTPError`` of kind `file`.
  init(
    _ folder: HeldFolder, url: String, onProgress: @escaping @Sendable (Int, Int?) -> Void
  ) throws(HTTPError) {
    self.folder = folder
    self.url = url
    self.onProgress = onProgress
    part = folder.name + ".part"
    note = part + ".from"
    do { file = try folder.open(part) } catch {
      throw HTTPError(.file, "cannot write \(folder.file.path).part: \(error)")
    }
    let size = file.size ?? 0
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      throw HTTPError(.file, "\(folder.file.path) is being downloaded already", url: url)
    }
    let lines = (try? folder.read(note, most: Self.mostNote)).map {
      String(decoding: $0, as: UTF8.self)
    }
    let words = lines?.split(separator: "\n").map(String.init) ?? []
    if words.count == 2, words[0] == url, size > 0 {
      (validator, offset) = (words[1], size)
    }
  }

  // As in ``ProcessLock``: a child that was forked has a copy of the descriptor until it calls exec.
  deinit { flock(file.number, LOCK_UN) }

  /// The fields of the next attempt: the rest, if the file is still the one whose beginning is here.
  func begin() -> HTTPHeaders {
    hasBegun = false
    received = 0
    // Parts of something coded could not be put together.
    var fields: HTTPHeaders = ["Accept-Encoding": "identity"]
    if offset > 0, let validator {
      fields["Range"] = "bytes=\(offset)-"
      fields["If-Range"] = validator
    }
    return fields
  }

  /// Whether answers of a status bring bytes of the file.
  static func takes(_ status: Int) -> Bool { status == 200 || status == 206 }

  /// Forgets what is there: the next attempt begins anew.
  func startAnew() { validator = nil }

  /// Adds a piece of an answer of status 200 or 206. Blocks.
  /// - Returns: what went wrong.
  func write(_ piece: [UInt8], _ status: Int, _ headers: HTTPHeaders) -> HTTPError? {
    do throws(HTTPError) {
      if !hasBegun { try take(status, headers) }
      hasBegun = true
      try append(piece)
    } catch {
      return error
    }
    onProgress(offset, total)
    return nil
  }

  /// Writes the body of an answer that came as a whole.
  /// - Returns: what went wrong.
  func take(_ response: HTTPResponse) async -> HTTPError? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(
          returning: self.write(response.body, response.status, response.headers))
      }
    }
  }

  private func take(_ status: Int, _ headers: HTTPHeaders) throws(HTTPError) {
    let isPlain = (headers["Content-Encoding"]?.lowercased() ?? "identity") == "identity"
    // Some servers send a part with status 200.
    let range = isPlain ? ContentRange(headers["Content-Range"]) : nil
    if status == 206 || offset > 0 && headers["Content-Range"] != nil || (range?.first ?? 0) > 0 {
      try takePart(range, headers)
    } else {
      guard ftruncate(file.number, 0) == 0 else { throw failure("write") }
      offset = 0
      let length = headers["Content-Length"].flatMap { Int($0) }
      total = isPlain ? range?.total ?? length : nil
      partEnd = range.map { $0.last + 1 }
    }
    let tag = headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
    validator = isPlain ? tag ?? headers["Last-Modified"] : nil
    guard let validator else {
      folder.remove(note)
      return
    }
    // Without it a later run begins anew, which is not a failure of this one.
    try? folder.write(Array("\(url)\n\(validator)\n".utf8), to: note)
  }

  /// Takes the beginning of a part: what is there of it already is written once more.
  private func takePart(_ range: ContentRange?, _ headers: HTTPHeaders) throws(HTTPError) {
    let isForPart = offset > 0 && validator != nil
    if !isForPart {
      guard ftruncate(file.number, 0) == 0 else { throw failure("write") }
      (offset, total) = (0, nil)
    }
    guard let range, range.first <= offset, !isForPart || isSameVersion(headers),
      total == nil || range.total == nil || range.total == total
    else {
      // Parts of two versions would make a file that never was. A server that sends a part in place of the
      // whole will do so again.
      startAnew()
      throw HTTPError(
        isForPart ? .interrupted : .protocolError,
        "the server sends another part than it was asked for", url: url)
    }
    (offset, total, partEnd) = (range.first, range.total ?? total, range.last + 1)
  }

  /// Whether an answer is about the version whose beginning is here, as far as it says so.
  private func isSameVersion(_ headers: HTTPHeaders) -> Bool {
    guard let validator else { return false }
    let other = validator.hasSuffix("\"") ? headers["ETag"] : headers["Last-Modified"]
    return other == nil || other == validator
  }

  /// Whether an answer 416 says that nothing is missing (RFC 9110, 15.5.17).
  func isWhole(_ headers: HTTPHeaders) -> Bool {
    guard isSameVersion(headers), let field = headers["Content-Range"]?.lowercased(),
      field.hasPrefix("bytes */"), let length = Int(field.dropFirst(8))
    else { return false }
    return offset > 0 && length == offset
  }

  private func append(_ bytes: [UInt8]) throws(HTTPError) {
    let piece = bytes.prefix(partEnd.map { $0 - offset } ?? bytes.count)
    try store(piece)
    guard piece.count < bytes.count else { return }
    startAnew()
    folder.remove(note)
    throw HTTPError(
      .protocolError, "the server sends more bytes than the part has that it names", url: url)
  }

  private func store(_ piece: ArraySlice<UInt8>) throws(HTTPError) {
    var done = 0
    while done < piece.count {
      let count = piece.withUnsafeBytes {
        pwrite(file.number, $0.baseAddress! + done, piece.count - done, off_t(offset))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("write") }
      done += count
      offset += count
      received += count
    }
  }

  /// Puts the whole file in its place. Blocks.
  /// - Throws: ``HTTPError`` of kind `file`.
  func complete() throws(HTTPError) {
    guard fsync(file.number) == 0 else { throw failure("write") }
    do { try folder.rename(part, to: folder.name) } catch {
      throw HTTPError(.file, "cannot rename \(place): \(error)")
    }
    folder.remove(note)
  }

  /// Ends without the whole: removes an empty part file. Blocks.
  /// - Returns: what to say of one that is kept.
  func abandon() -> String? {
    guard offset == 0 else {
      return "\(offset) bytes are kept in \(place)"
        + (validator == nil ? "" : ", from where the same call continues")
    }
    folder.remove(part)
    folder.remove(note)
    return nil
  }

  /// The part file, as messages name it.
  private var place: String { folder.file.path + ".part" }

  private func failure(_ operation: String) -> HTTPError {
    let reason = String(cString: strerror(errno))
    return HTTPError(.file, "cannot \(operation) \(place): \(reason)")
  }
}

/// The Content-Range of a 206 (RFC 9110, 14.4): `bytes 0-499/1234`, or `*` for an unknown length.
struct ContentRange: Equatable {
  let first: Int
  let last: Int
  let total: Int?

  /// nil for anything that is not a range of bytes.
  init?(_ field: String?) {
    guard let field, field.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let dash = parts[0].firstIndex(of: "-"),
      let first = Int(parts[0][..<dash]), first >= 0,
      let last = Int(parts[0][dash...].dropFirst()), last >= first, last < .max
    else { return nil }
    (self.first, self.last, total) = (first, last, Int(parts[1]))
    if let total, total <= last { return nil }
  }
}
