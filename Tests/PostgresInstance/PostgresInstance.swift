public import Foundation

/// A private PostgreSQL: a folder of its own, a loopback port, an unprivileged user. It ends with the
/// process that started it, however that ends.
public final class PostgresInstance: Sendable {
  /// One for all tests of this process, without waiting for the disk.
  public static let shared = Result { try PostgresInstance() }

  /// The folder of its data, its socket and its log.
  public let folder: URL
  /// Its port on 127.0.0.1.
  public let port: Int
  private let settings: [String]
  // @unchecked Sendable: guarded by `lock`.
  private final class Running: @unchecked Sendable {  // reason: see above
    let lock = NSLock()
    var process: Process?
    var life: Pipe?
  }
  private let running = Running()

  /// Makes a cluster and starts it. User `postgres` needs no password; user `locked` has one, "right one".
  /// - Parameters:
  ///   - isDurable: whether it waits for the disk, as a real one does.
  ///   - settings: further lines of postgresql.conf, such as `max_connections=9`.
  public init(isDurable: Bool = false, settings: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "pg-\(UUID().uuidString.prefix(8))")
    port = try Self.freePort()
    self.settings = settings + (isDurable ? [] : ["fsync=off", "full_page_writes=off"])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.run("/bin/chmod", ["0700", folder.path])
    if getuid() == 0 { try Self.run("/bin/chown", ["nobody:nogroup", folder.path]) }
    let data = folder.appending(path: "data").path
    try Self.run(
      Self.unprivileged,
      [try Self.program("initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"]
        + ["--locale=C.UTF-8"])
    let rules = """
      local all all trust
      host all locked 127.0.0.1/32 scram-sha-256
      host all all 127.0.0.1/32 trust
      host replication all 127.0.0.1/32 trust

      """
    try rules.write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
    try start()
    try sql("CREATE ROLE locked LOGIN PASSWORD 'right one'; CREATE ROLE guest LOGIN")
  }

  /// The address of a schema; every test takes one of its own.
  public func address(schema: String = PostgresInstance.freshName()) -> String {
    "postgres://postgres@127.0.0.1:\(port)/postgres?schema=\(schema)"
  }

  /// A name that nobody else has.
  public static func freshName() -> String {
    "t" + UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(16)
  }

  /// Starts it again after ``stop(immediately:)``.
  public func start() throws {
    let process = Process()
    let life = Pipe()
    // The shell reads until this process ends, and then ends the server and what it left. It does not
    // wait for the server: SIGCHLD may be blocked here.
    let script = """
      "$@" </dev/null & server=$!
      while read -r line; do keep=1; done
      kill -QUIT $server; [ -n "$keep" ] || { sleep 1; rm -rf '\(folder.path)'; }
      """
    process.executableURL = URL(filePath: "/bin/sh")
    let options =
      (["listen_addresses=127.0.0.1", "unix_socket_directories=\(folder.path)"] + settings)
      .flatMap { ["-c", $0] }
    process.arguments =
      ["-c", script, "postgres", Self.unprivileged]
      + Self.unprivilegedArguments
      + [
        try Self.program("postgres"), "-D", folder.appending(path: "data").path, "-p", "\(port)",
      ] + options
    process.standardInput = life
    let log = folder.appending(path: "log").path
    if !FileManager.default.fileExists(atPath: log) {
      try Data().write(to: URL(filePath: log))
    }
    let handle = FileHandle(forWritingAtPath: log)
    _ = try? handle?.seekToEnd()
    process.standardOutput = handle ?? FileHandle.nullDevice
    process.standardError = handle ?? FileHandle.nullDevice
    try process.run()
    running.lock.withLock { (running.process, running.life) = (process, life) }
    for _ in 0..<600 {
      if (try? sql("SELECT 1")) != nil { return }
      if !process.isRunning { break }
      usleep(100_000)
    }
    throw Failure(text: "PostgreSQL did not start: see \(log)")
  }

  /// Ends it.
  /// - Parameter immediately: as a crash does, with everything in the middle.
  public func stop(immediately: Bool = true) throws {
    let (process, life) = running.lock.withLock { (running.process, running.life) }
    guard let server = serverNumber else { return }
    kill(server, SIGCONT)
    kill(server, immediately ? SIGQUIT : SIGINT)
    for _ in 0..<300 where serverNumber != nil { usleep(50_000) }
    try life?.fileHandleForWriting.write(contentsOf: Data("keep\n".utf8))
    try life?.fileHandleForWriting.close()
    // Bounded: a task has no run loop for `waitUntilExit`.
    for _ in 0..<200 where process?.isRunning == true { usleep(20_000) }
  }

  /// Stops all its processes without ending them, or lets them continue.
  public func setPaused(_ isPaused: Bool) throws {
    guard let server = serverNumber else { return }
    let signal = isPaused ? SIGSTOP : SIGCONT
    for child in try Self.output("/bin/ps", ["-o", "pid=", "--ppid", "\(server)"]).split(
      separator: "\n")
    {
      if let number = Int32(child.trimmingCharacters(in: .whitespaces)) { kill(number, signal) }
    }
    kill(server, signal)
  }

  /// Ends it for good and removes its folder.
  public func remove() {
    try? stop()
    try? FileManager.default.removeItem(at: folder)
  }

  deinit { remove() }

  /// Runs statements as its administrator.
  @discardableResult
  public func sql(_ text: String, database: String = "postgres") throws -> String {
    try Self.output(
      try Self.program("psql"),
      [
        "-h", "127.0.0.1", "-p", "\(port)", "-U", "postgres", "-d", database, "-X", "-q", "-A",
        "-t",
      ]
        + ["-v", "ON_ERROR_STOP=1", "-c", text]
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Sets something of postgresql.conf, and waits until new sessions have it.
  public func set(_ name: String, _ value: String) throws {
    try sql("ALTER SYSTEM SET \(name) = '\(value)'")
    try sql("SELECT pg_reload_conf()")
    for _ in 0..<200 {
      if try sql("SHOW \(name)") == value { return }
      usleep(50_000)
    }
  }

  /// Answers over TLS from now on, with a certificate and its key in PEM files.
  public func useCertificate(_ certificate: String, key: String) throws {
    let data = folder.appending(path: "data").path
    for (file, name) in [(certificate, "server.crt"), (key, "server.key")] {
      try Self.run("/bin/cp", [file, "\(data)/\(name)"])
      try Self.run("/bin/chmod", ["0600", "\(data)/\(name)"])
      if getuid() == 0 { try Self.run("/bin/chown", ["nobody:nogroup", "\(data)/\(name)"]) }
    }
    try set("ssl", "on")
  }

  /// The failure.
  public struct Failure: Error, CustomStringConvertible {
    let text: String
    /// In words.
    public var description: String { text }
  }

  // MARK: Processes

  private var serverNumber: Int32? {
    let path = folder.appending(path: "data/postmaster.pid").path
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.flatMap { Int32($0) }
  }

  /// PostgreSQL refuses to run as root.
  static var unprivileged: String { getuid() == 0 ? "/usr/bin/setpriv" : "/usr/bin/env" }
  static var unprivilegedArguments: [String] {
    getuid() == 0 ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
  }

  /// A program of the newest PostgreSQL on this machine.
  public static func program(_ name: String) throws -> String {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    guard let newest = versions.compactMap({ Int($0) }).max() else {
      throw Failure(text: "PostgreSQL is not installed: apt install postgresql")
    }
    return "\(root)/\(newest)/bin/\(name)"
  }

  /// Whether somebody listens on a port of this machine.
  static func isListening(_ port: Int) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
      }
    }
    guard bound else { throw Failure(text: "no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let isPrivate = program == unprivileged
    _ = try output(program, (isPrivate ? unprivilegedArguments : []) + arguments)
  }

  private static func output(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: "/")
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: "\(program) failed: \(complaint)\(text)")
    }
    return text
  }
}
