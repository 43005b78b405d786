internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// The certificate for new connections, which can be replaced while the server runs.
final class CertificateStore: Sendable {
  private let files: (chain: String, key: String)
  // Read by event loops, changed after a signal.
  private let context: Mutex<NIOSSLContext>

  /// Reads the certificate and its key. Blocks.
  /// - Throws: ``ServerError/certificate(path:reason:)``.
  init(_ files: (chain: String, key: String)) throws {
    self.files = files
    context = Mutex(try Self.read(files))
  }

  /// The certificate for a new connection's handshake.
  var current: NIOSSLContext { context.withLock { $0 } }

  /// Reads the files again. Open connections keep the old certificate. Blocks.
  /// - Throws: ``ServerError/certificate(path:reason:)``; the old certificate then stays in use.
  func reload() throws {
    let fresh = try Self.read(files)
    context.withLock { $0 = fresh }
  }

  private static func read(_ files: (chain: String, key: String)) throws -> NIOSSLContext {
    func reading<T>(_ path: String, _ body: () throws -> T) throws -> T {
      do { return try body() } catch {
        throw ServerError.certificate(path: path, reason: "no PEM file that can be read")
      }
    }
    let chain = try reading(files.chain) { try NIOSSLCertificate.fromPEMFile(files.chain) }
    let key = try reading(files.key) { try NIOSSLPrivateKey(file: files.key, format: .pem) }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    do { return try NIOSSLContext(configuration: configuration) } catch {
      throw ServerError.certificate(
        path: files.chain, reason: "the certificate and the key \(files.key) do not belong together"
      )
    }
  }
}
