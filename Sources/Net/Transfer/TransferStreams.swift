internal import CCurl
internal import Dispatch
internal import Reactor

/// Feeds a transfer from files and empties it into one, off the reactor, while libcurl pauses.
final class TransferStreams {
  private let reactor: Reactor
  private let queue = DispatchQueue(label: "mixhost.http.stream", qos: .utility)
  private let body: UploadBody?
  private let sink: DownloadSink?
  // The transfer, until it has ended.
  private weak var transfer: CurlTransfer?
  private var sent = 0
  private var isReading = false
  private var isWriting = false
  // Counts rewinds: what was read before one is not sent.
  private var generation = 0

  init(_ attachments: HTTPAttachments, _ transfer: CurlTransfer, _ reactor: Reactor) {
    self.reactor = reactor
    body = attachments.body
    sink = attachments.sink
    self.transfer = transfer
  }

  /// libcurl waits: in the midst of its work, where it must not be called.
  func waits(_ handle: UnsafeMutablePointer<ccurl_transfer>) {
    if handle.pointee.receiving_waits != 0 { drain(handle) }
    if handle.pointee.sending_waits != 0 { supply() }
  }

  /// The body is to be sent from its beginning again.
  func rewind() {
    generation += 1
    sent = 0
    isReading = false
  }

  /// The bytes that have arrived last; to be called before the handle goes back.
  func lastPiece(_ handle: UnsafeMutablePointer<ccurl_transfer>) -> [UInt8]? {
    sink != nil && handle.pointee.streams_body > 0 ? takePiece(handle) : nil
  }

  /// Writes what has arrived last, then hands the result on.
  func finish(
    _ piece: [UInt8]?, _ status: Int, _ headers: HTTPHeaders,
    _ result: Result<HTTPResponse, any Error>, _ continuation: CurlTransfer.Continuation
  ) {
    transfer = nil
    var piece = piece
    if piece == nil, case .success(let response) = result, DownloadSink.takes(response.status) {
      // The head of an answer without a body says what becomes of the bytes that are there.
      piece = []
    }
    guard let sink, let piece else { return continuation.resume(with: result) }
    queue.async {
      let failure = sink.write(piece, status, headers)
      continuation.resume(with: Self.outcome(result, failure, wasCut: sink.received > 0))
    }
  }

  /// A download that was cut after some bytes is not sent again as it was: see ``Download``.
  private static func outcome(
    _ result: Result<HTTPResponse, any Error>, _ failure: HTTPError?, wasCut: Bool
  ) -> Result<HTTPResponse, any Error> {
    switch result {
    case .success: return failure.map { .failure($0) } ?? result
    case .failure(var error as HTTPError) where wasCut && error.retryable:
      error.kind = .interrupted
      return .failure(error)
    case .failure: return result
    }
  }

  private func takePiece(_ handle: UnsafeMutablePointer<ccurl_transfer>) -> [UInt8] {
    let piece = Array(
      UnsafeBufferPointer(start: handle.pointee.body, count: handle.pointee.body_length))
    ccurl_transfer_piece_taken(handle)
    return piece
  }

  private func drain(_ handle: UnsafeMutablePointer<ccurl_transfer>) {
    guard let sink, !isWriting else { return }
    isWriting = true
    let piece = takePiece(handle)
    let (status, headers) = CurlResponse.head(handle)
    let (reactor, confined) = (reactor, Confined(self, to: reactor))
    queue.async {
      let failure = sink.write(piece, status, headers)
      reactor.post {
        confined.value.isWriting = false
        confined.value.goOn(failure)
      }
    }
  }

  private func supply() {
    guard let body, !isReading else { return }
    isReading = true
    let (offset, turn) = (sent, generation)
    let (reactor, confined) = (reactor, Confined(self, to: reactor))
    queue.async {
      let result = Result { () throws(HTTPError) in try body.read(from: offset) }
      reactor.post { confined.value.take(result, of: body, turn) }
    }
  }

  private func take(_ result: Result<[UInt8], HTTPError>, of body: UploadBody, _ turn: Int) {
    guard turn == generation else { return supply() }
    isReading = false
    switch result {
    case .success(let bytes):
      sent += bytes.count
      let ended = sent >= body.length
      let isSupplied = transfer?.supply(bytes, ended: ended) ?? true
      goOn(isSupplied ? nil : HTTPError(.unavailable, "no memory for a request's body"))
    case .failure(let error): goOn(error)
    }
  }

  private func goOn(_ failure: HTTPError?) {
    guard let transfer else { return }
    if let failure { transfer.fail(failure) } else { transfer.resume() }
  }
}
