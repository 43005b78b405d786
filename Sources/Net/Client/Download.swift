internal import Dispatch
public import Files
internal import Glibc
internal import Notation

/// Downloads an answer into a file, and resumes where a connection was cut.
public struct Download: Sendable {
  /// How often a download that brings some bytes each time is resumed.
  private static let maxResumes = 20
  private static let queue = DispatchQueue(
    label: "mixhost.http.download", qos: .utility, attributes: .concurrent)

  private let request: HTTPRequest
  private let folder: HeldFolder

  /// - Parameters:
  ///   - request: a GET; its answer is not cached.
  ///   - folder: of the file to replace. Until it is whole, it grows beside it as `NAME.part`.
  public init(_ request: HTTPRequest, in folder: HeldFolder) {
    var request = request
    request.options.ttl = 0
    self.request = request
    self.folder = folder
  }

  /// The outcome of a download.
  public struct Outcome: Sendable {
    /// The last answer; its body is in the file when its status is 200 or 206.
    public var response: HTTPResponse
    /// The bytes of the file.
    public var bytes: Int
    /// How many of them were there from an earlier run.
    public var kept: Int
  }

  /// Downloads. A cut connection is resumed (Range and If-Range, RFC 9110, 13.1.5 and 14.2) as long as
  /// each attempt brings something.
  /// - Parameter onProgress: called on any thread with the bytes that are there, and those there will be.
  /// - Throws: ``HTTPError``, which says what is kept and where; of kind `file` when the disk refuses.
  public func run(
    with client: HTTPClient, context: RequestContext = RequestContext(),
    onProgress: @escaping @Sendable (Int, Int?) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let url = request.url
    let folder = folder
    let sink = try await Self.blocking { () throws in
      try DownloadSink(folder, url: url, onProgress: onProgress)
    }
    let kept = sink.offset
    do {
      let response = try await response(into: sink, client, context)
      guard DownloadSink.takes(response.status) else {
        _ = try await Self.blocking { sink.abandon() }
        return Outcome(response: response, bytes: 0, kept: 0)
      }
      try await Self.blocking { try sink.complete() }
      return Outcome(response: response, bytes: sink.offset, kept: min(kept, sink.offset))
    } catch {
      let remains = try? await Self.blocking { sink.abandon() }
      guard var error = error as? HTTPError, let remains else { throw error }
      error.message += "; \(remains)"
      throw error
    }
  }

  private func response(
    into sink: DownloadSink, _ client: HTTPClient, _ context: RequestContext
  ) async throws -> HTTPResponse {
    var request = request
    request.attachments = request.attachments ?? HTTPAttachments()
    request.attachments?.sink = sink
    let start = PresentTime.monotonic
    var resumes = 0
    var hasBegunAnew = false
    while true {
      request.options.totalTimeout =
        self.request.options.totalTimeout - (PresentTime.monotonic - start)
      do {
        var response = try await client.send(request, context: context)
        if response.status == 416, sink.isWhole(response.headers) {
          response.status = 200
          return response
        }
        // The part is longer than the file, or of another one.
        if [412, 416].contains(response.status), sink.offset > 0, !hasBegunAnew {
          hasBegunAnew = true
          sink.startAnew()
        } else if DownloadSink.takes(response.status), let shortage = sink.shortage {
          throw shortage
        } else {
          return response
        }
      } catch let error as HTTPError where error.kind == .interrupted {
        guard resumes < Self.maxResumes else {
          var error = error
          error.kind = .truncated
          throw error
        }
      }
      resumes += 1
    }
  }

  private static func blocking<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws
    -> T
  {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }
}
