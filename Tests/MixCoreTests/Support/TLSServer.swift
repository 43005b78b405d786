import Foundation

/// Certificates made on the spot and `openssl s_server` instances that show them.
final class TLSServer {
  let port: Int
  private let command: Command

  /// Serves over TLS on a free loopback port: with `-www` one page that tells of the connection, with
  /// `-HTTP` the files of `folder` as whole answers.
  init(
    certificate: TLSCertificate, mode: String = "-www", folder: URL? = nil, arguments: [String] = []
  ) throws {
    command = try Command(
      "openssl",
      ["s_server", "-accept", "127.0.0.1:0", mode, "-cert", certificate.certificate]
        + ["-key", certificate.key] + arguments,
      folder: folder?.path)
    var text = ""
    while !text.contains("\n") || !text.contains("ACCEPT") {
      let data = command.output.availableData
      if data.isEmpty { throw POSIXError(.ECONNREFUSED) }
      text += String(decoding: data, as: UTF8.self)
    }
    let line = text.split(separator: "\n").last { $0.hasPrefix("ACCEPT") } ?? ""
    guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    self.port = port
  }

  func stop() { command.stop() }
}

/// A certificate and its key, as files.
struct TLSCertificate {
  let certificate: String
  let key: String
}

/// A small authority in a temporary folder.
struct TLSAuthority {
  let folder: URL
  var caFile: String { folder.appending(path: "ca.pem").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
      "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Test authority")
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// A certificate of this authority for one host.
  /// - Parameter isExpired: whether it ended years ago, which only `openssl ca` says in all versions.
  func issue(_ name: String, host: String, isExpired: Bool = false) throws -> TLSCertificate {
    try openssl(
      "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
      "\(name).key", "-out", "\(name).csr", "-subj", "/CN=\(host)")
    let extensions = folder.appending(path: "\(name).ext")
    try "subjectAltName=DNS:\(host)\n".write(to: extensions, atomically: true, encoding: .utf8)
    guard isExpired else {
      try openssl(
        "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key",
        "-CAcreateserial", "-out", "\(name).pem", "-days", "2", "-extfile", "\(name).ext")
      return files(name)
    }
    let settings = """
      [ca]
      default_ca = own
      [own]
      database = issued
      new_certs_dir = .
      policy = any
      rand_serial = yes
      default_md = sha256
      [any]
      commonName = supplied

      """
    try Data().write(to: folder.appending(path: "issued"))
    try Data(settings.utf8).write(to: folder.appending(path: "ca.conf"))
    try openssl(
      "ca", "-batch", "-notext", "-config", "ca.conf", "-cert", "ca.pem", "-keyfile", "ca.key",
      "-in", "\(name).csr", "-out", "\(name).pem", "-extfile", "\(name).ext", "-startdate",
      "20200101000000Z", "-enddate", "20200102000000Z")
    return files(name)
  }

  /// A certificate that signs itself.
  func selfSigned(_ name: String, host: String) throws -> TLSCertificate {
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
      "\(name).key", "-out", "\(name).pem", "-days", "2", "-subj", "/CN=\(host)", "-addext",
      "subjectAltName=DNS:\(host)")
    return files(name)
  }

  private func files(_ name: String) -> TLSCertificate {
    TLSCertificate(
      certificate: folder.appending(path: "\(name).pem").path,
      key: folder.appending(path: "\(name).key").path)
  }

  private func openssl(_ arguments: String...) throws {
    let command = try Command("openssl", arguments, folder: folder.path)
    guard command.wait() else { throw POSIXError(.EINVAL) }
  }
}
