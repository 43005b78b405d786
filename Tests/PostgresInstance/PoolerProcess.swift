internal import Foundation

/// A private PgBouncer before a private PostgreSQL.
public final class PoolerProcess {
  /// Its address, with a schema of its own.
  public let address: String
  private let process: Process
  private let folder: URL

  /// - Parameter mode: its `pool_mode`.
  public init(to server: PostgresInstance, mode: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "pool-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let port = try PostgresInstance.freePort()
    try "\"postgres\" \"\"\n".write(
      to: folder.appending(path: "users"), atomically: false, encoding: .utf8)
    try """
    [databases]
    postgres = host=127.0.0.1 port=\(server.port)
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = \(port)
    unix_socket_dir =
    auth_type = trust
    auth_file = \(folder.path)/users
    pool_mode = \(mode)
    """.write(to: folder.appending(path: "ini"), atomically: false, encoding: .utf8)
    process = Process()
    // pdeathsig would go by the thread; it reads nothing, so it is ended by `stop`.
    process.executableURL = URL(filePath: PostgresInstance.unprivileged)
    process.arguments =
      PostgresInstance.unprivilegedArguments
      + ["/usr/sbin/pgbouncer", folder.appending(path: "ini").path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    address =
      "postgres://postgres@127.0.0.1:\(port)/postgres?schema=\(PostgresInstance.freshName())"
    for _ in 0..<200 where !PostgresInstance.isListening(port) { usleep(50_000) }
  }

  /// Ends it.
  public func stop() {
    // It may have inherited a blocked SIGTERM, and a task has no run loop for `waitUntilExit`.
    kill(process.processIdentifier, SIGKILL)
    for _ in 0..<100 where process.isRunning { usleep(20_000) }
    try? FileManager.default.removeItem(at: folder)
  }
}
