internal import HostSetup
internal import Hummingbird
internal import MixCore
internal import NIOCore
internal import Notation

/// The answers of `/health` and `/metrics`, of a server and of a worker.
extension Response {
  /// Whether all is well: status 200, else 503.
  /// - Parameters:
  ///   - problem: without paths, which stay on this machine.
  ///   - refreshers: which host of a fleet runs them; nil: there is no fleet, or it does not matter.
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

  /// Figures in Prometheus's text format.
  static func metrics(_ text: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}

extension FleetDuty.Standing {
  /// In a word that names no host.
  var words: String {
    switch self {
    case .here: "here"
    case .elsewhere: "elsewhere"
    case .unknown: "unknown"
    }
  }
}
