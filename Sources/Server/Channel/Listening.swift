internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import ServiceLifecycle

/// A server that listens.
struct Listening: Sendable {
  let port: Int
  private let group: ServiceGroup
  /// Ends with the server.
  let serving: Task<Void, any Error>

  /// Starts to listen.
  /// - Parameter application: makes the application; its argument takes the port.
  /// - Throws: ``ServerError``.
  init<Application: ApplicationProtocol>(
    _ options: ServerOptions, _ silence: Logger,
    _ application: (@escaping @Sendable (Int) -> Void) -> Application
  ) async throws {
    let (ports, found) = AsyncThrowingStream.makeStream(of: Int.self)
    let service = application { found.yield($0) }
    let group = ServiceGroup(
      configuration: .init(services: [.init(service: service)], logger: silence))
    self.group = group
    serving = Task {
      do {
        try await group.run()
        found.finish()
      } catch {
        found.finish(throwing: error)
        throw error
      }
    }
    var listening: Int?
    do {
      for try await port in ports {
        listening = port
        break
      }
    } catch {
      throw ServerError(error, options: options)
    }
    guard let listening else {
      throw ServerError.cannotListen(
        host: options.host, port: options.port, reason: "it was stopped")
    }
    port = listening
  }

  /// Accepts nothing more; what runs may end.
  func shutDown() async { await group.triggerGracefulShutdown() }
}
