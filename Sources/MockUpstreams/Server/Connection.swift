#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import NIOCore

/// The connection of a request, for answers that break off, crawl or never come.
struct Connection: Sendable {
  let channel: any Channel
  /// Tells when the client leaves; nil before ``RequestMiddleware`` has looked it up and once the
  /// connection has closed.
  var watch: ConnectionWatch?

  var clientIsGone: Bool { watch?.clientIsGone ?? true }

  /// Waits, at most until the client leaves.
  func pause(_ time: TimeAmount) async {
    await watch?.wait(time, on: channel.eventLoop)
  }

  /// Returns when the client has left or the server stops.
  func waitUntilClientIsGone() async {
    while !clientIsGone { await pause(.hours(1)) }
  }

  /// Closes the sending side once what was written is out: the client reads the end of the stream.
  func endSending() async {
    await ignoringFailure { try await channel.close(mode: .output).get() }
  }

  /// Closes the connection (FIN).
  func close() async {
    await ignoringFailure { try await channel.close().get() }
  }

  /// Aborts the connection (RST), as a server that crashes does.
  func reset() async {
    await ignoringFailure {
      let socket = channel as? any SocketOptionProvider
      try await socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    await close()
  }

  /// A client may leave at any moment: then the connection is closed already, which was wanted.
  private func ignoringFailure(_ body: () async throws -> Void) async {
    try? await body()
  }
}
