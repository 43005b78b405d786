internal import Bindings
internal import HostSetup
internal import MixCore
internal import Notation
internal import Reactor

/// Fetches the pictures and sounds of screens through mixhost's own client and cache.
struct MediaFetcher: Sendable {
  /// A picture or sound to pass on.
  struct Found: Sendable {
    let type: MediaType
    let bytes: [UInt8]
  }

  /// Why a picture or sound cannot be passed on.
  struct Problem: Error {
    let status: Int
    let message: String
  }

  /// The largest file, in bytes.
  static let mostBytes = 10_000_000
  /// How long an answer is cached, in seconds; an address always names the same picture.
  private static let ttl = 7.0 * 86_400
  private static let mostHops = 4

  private let setup: Setup
  private let programs: @Sendable () -> ProgramSource

  init(_ setup: Setup, programs: @escaping @Sendable () -> ProgramSource) {
    self.setup = setup
    self.programs = programs
  }

  /// Fetches the target of a media path.
  /// - Throws: ``Problem``, `CancellationError`.
  func fetch(_ wanted: MediaSigner.Wanted) async throws -> Found {
    let programs = programs
    let program = try await blocking { programs().catalogue.program(wanted.program) }
    guard let program else { throw Problem(status: 404, message: "the program was removed") }
    let answer = try await answer(wanted.address, program)
    guard answer.status == 200 else {
      throw Problem(
        status: answer.status == 404 || answer.status == 410 ? 404 : 502,
        message: "the service answered \(answer.status)")
    }
    let bytes = answer.body
    guard let type = MediaType(bytes), type.media == wanted.media else {
      throw Problem(status: 502, message: "the service did not send a \(Self.word(wanted.media))")
    }
    if let problem = ImageSize.problem(bytes, type) { throw Problem(status: 502, message: problem) }
    return Found(type: type, bytes: bytes)
  }

  private static func word(_ media: ScreenMedia) -> String { media == .image ? "picture" : "sound" }

  /// Follows redirects, each of which must lead to an allowed server, and returns the last answer.
  private func answer(_ address: String, _ program: ProgramManifest) async throws -> HTTPResponse {
    let hosts = MediaHosts(program)
    var address = address
    for _ in 0..<Self.mostHops {
      guard hosts.allow(address) else {
        throw Problem(
          status: 403, message: "the manifest of \(program.name) does not name this host in media")
      }
      let answer = try await send(address, program)
      guard [301, 302, 303, 307, 308].contains(answer.status),
        let target = answer.headers["location"],
        let next = MediaHosts.target(target, from: address)
      else { return answer }
      address = next
    }
    throw Problem(status: 502, message: "the service redirects on and on")
  }

  private func send(_ address: String, _ program: ProgramManifest) async throws -> HTTPResponse {
    var options = HTTPOptions()
    options.ttl = Self.ttl
    options.maxBytes = Self.mostBytes
    options.totalTimeout = 30
    options.redirects = .returned
    var policy = setup.host.grants.network
    policy.allowsLoopback = false
    policy.grants += program.grants.net.compactMap { HTTPPolicy.HostGrant($0) }
    var url = address
    if let mock = setup.mockAddress, !isUpstream(address, program) {
      // Pictures of imitated services are imitated, too.
      url = "\(mock)/media/\(address.dropFirst("https://".count))"
      policy.grants += [HTTPPolicy.HostGrant(mock)].compactMap(\.self)
    }
    let request = HTTPRequest(
      url: url, headers: ["Accept": "image/avif,image/webp,image/*,audio/*"], options: options)
    let (host, context) = (setup.host, RequestContext(policy: policy))
    do {
      return try await Task(executorPreference: host.reactor) {
        try await host.client().send(request, context: context)
      }.value
    } catch let error as HTTPError {
      throw Problem(status: error.kind == .denied ? 403 : 502, message: error.description)
    }
  }

  private func isUpstream(_ address: String, _ program: ProgramManifest) -> Bool {
    program.upstreams.contains { !$0.isOfUser && address.hasPrefix($0.canonical + "/") }
  }
}
