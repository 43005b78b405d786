internal import HostSetup
internal import Hummingbird
internal import MixCore
internal import NIOCore
internal import Notation

/// The answers of `/health` and `/metrics`, for server and worker.
extension Response {
  /// The answer of `/health`: status 200 without a problem, otherwise 503.
  /// - Parameters:
  ///   - problem: the store's problem; its paths are not shown.
  ///   - refreshers: which node of a fleet runs refreshers; nil without a fleet or where it does
  ///     not matter.
  static func health(
    _ problem: DataFileError?, refreshers: FleetDuty.Standing? = nil
  ) -> Response {
    json(
      .members([
        "status": .string(problem == nil ? "ok" : "failing"),
        "version": .string(Release.version),
        "problem": problem.map { .string($0.kind.words) },
        "refreshers": refreshers.map { .string($0.words) },
      ]), status: problem == nil ? .ok : .serviceUnavailable)
  }

  /// An answer in Prometheus's text format.
  static func metrics(_ text: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}

extension FleetDuty.Standing {
  /// The standing in one word, without a node's name.
  var words: String {
    switch self {
    case .here: "here"
    case .elsewhere: "elsewhere"
    case .unknown: "unknown"
    }
  }
}
