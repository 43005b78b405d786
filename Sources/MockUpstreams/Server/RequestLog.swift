#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Notation
import Synchronization

/// One finished request.
struct RequestRecord: Sendable {
  /// When the request's head had been read, UTC.
  var time: String
  var method: String
  var path: String
  var query: String
  /// 0 when nothing was answered.
  var status: Int
  /// The name of the fault that was injected.
  var fault: String?
  /// The client had left before the answer was ready.
  var aborted: Bool
  /// Requests at work when this one started, itself included.
  var inFlight: Int
  /// Bytes of the body that were handed to the connection.
  var bytes: Int
  /// From the head read to the answer ready.
  var milliseconds: Double

  /// The record as one line of NDJSON, newline included.
  var line: [UInt8] {
    let record = JSON.members([
      "time": .string(time), "method": .string(method), "path": .string(path),
      "query": .string(query), "status": .int(Int64(status)),
      "fault": fault.map(JSON.string) ?? .null, "aborted": .bool(aborted),
      "in_flight": .int(Int64(inFlight)), "bytes": .int(Int64(bytes)),
      "ms": .number((milliseconds * 100).rounded() / 100),
    ])
    return record.bytes + [UInt8(ascii: "\n")]
  }
}

/// A log file that takes one whole line per `write(2)`: whoever reads it never sees half a line, and
/// nothing is left in a buffer when the process ends.
final class RequestLog: Sendable {
  private let descriptor: Int32

  /// Opens the file for appending, made with mode 0644 when it is missing.
  init(path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw MockServerError.log(path: path, reason: String(cString: strerror(errno)))
    }
  }

  deinit {
    close(descriptor)
  }

  func append(_ record: RequestRecord) {
    record.line.withUnsafeBytes { bytes in
      // A full disk must not stop the mock; the missing line shows in whatever counts the lines.
      _ = write(descriptor, bytes.baseAddress, bytes.count)
    }
  }
}

/// Counts the requests at work.
final class InFlightCounter: Sendable {
  private let count = Atomic<Int>(0)

  /// The number at work after this one has begun.
  func begin() -> Int { count.add(1, ordering: .relaxed).newValue }

  func end() { count.subtract(1, ordering: .relaxed) }
}
