import Foundation
import MixCore
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A mock that runs on its own, and a program that knows it as Spotify's log-in.
final class LoginSite {
  let program: Program
  private let mock: MockServerProcess
  var port: Int { mock.port }

  init() throws {
    program = try Program()
    logPath = FileManager.default.temporaryDirectory.path + "/mixhost-login-\(UUID()).ndjson"
    mock = try MockServerProcess("--log", logPath)
  }

  private let logPath: String

  func stop() {
    mock.stop()
    try? FileManager.default.removeItem(atPath: logPath)
  }

  /// The log-ins of the program's home.
  var store: EncryptedFolder {
    EncryptedFolder(
      folder: program.folder.path + "/home/state/auth",
      keyFile: program.folder.path + "/home/config/auth/key")
  }

  var environment: [String: String] {
    var variables = [
      "MIXHOST_UPSTREAM_SPOTIFY_ACCOUNTS": "http://127.0.0.1:\(port)/spotify_accounts",
      "MIXHOST_UPSTREAM_ITUNES": "http://127.0.0.1:\(port)/itunes",
      "MIXHOST_UPSTREAM_SPOTIFY_API": "http://127.0.0.1:\(port)/spotify_api",
      "SPOTIFY_CLIENT_ID": "mixhost-mock", "SPOTIFY_REDIRECT_URI": "http://127.0.0.1/callback",
      "PATH": program.folder.path + "/bin:/usr/bin:/bin",
    ]
    if usesKeeper { variables["MIXHOST_AUTH_STORE"] = "test" }
    return variables
  }

  private var usesKeeper = false

  /// How often the mock was asked for tokens.
  func tokenRequests() throws -> Int {
    try String(contentsOfFile: logPath, encoding: .utf8).split(separator: "\n").count {
      $0.contains("/api/token")
    }
  }

  func run(_ arguments: [String]) throws -> Outcome {
    try program.run(arguments, environment: environment)
  }

  /// A process with its standard output in a file.
  func start(_ arguments: [String], output: String) throws -> Process {
    let process = program.process(arguments, environment: environment)
    try program.write(output, "")
    process.standardOutput = try FileHandle(
      forWritingTo: program.folder.appending(path: output))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// A log-in that waits, and the address that it shows.
  func beginLogin(
    options: [String] = ["--no-browser"], environment more: [String: String] = [:]
  ) throws -> (Process, String) {
    let process = program.process(
      ["auth", "login", "spotify"] + options, environment: environment.merging(more) { $1 })
    for name in ["login-output", "login-errors"] { try program.write(name, "") }
    process.standardOutput = try FileHandle(
      forWritingTo: program.folder.appending(path: "login-output"))
    process.standardError = try FileHandle(
      forWritingTo: program.folder.appending(path: "login-errors"))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    while true {
      let errors = try program.read("login-errors")
      if errors.contains("Waiting"),
        let line = errors.split(separator: "\n").first(where: { $0.contains("/authorize?") })
      {
        return (process, line.trimmingCharacters(in: .whitespaces))
      }
      if !process.isRunning { return (process, "") }
      usleep(2_000)
    }
  }

  /// A whole log-in; returns the code that the browser carried.
  func login(verbose: Bool = false) async throws -> String {
    let (process, address) = try beginLogin(
      options: ["--no-browser"] + (verbose ? ["--verbose", "--log-level", "trace"] : []))
    let url = try #require(URL(string: address))
    let (_, answer) = try await URLSession.shared.data(from: url)
    process.waitUntilExit()
    let errors = try program.read("login-errors")
    #expect(process.terminationStatus == 0, "\(errors)")
    challenge =
      URLComponents(string: address)?.queryItems?
      .first { $0.name == "code_challenge" }?.value
    let last = try #require(answer.url)
    let fields = URLComponents(url: last, resolvingAgainstBaseURL: false)?.queryItems ?? []
    return try #require(fields.first { $0.name == "code" }?.value)
  }

  private var challenge: String?

  /// Looks through every file below the program's folder: home, logs, recordings, output.
  func expectNoTrace(of secrets: [String]) throws {
    let challenge = try #require(challenge)
    var files = 0
    let all = FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil)
    while let file = all?.nextObject() as? URL {
      guard let bytes = try? Data(contentsOf: file) else { continue }
      files += 1
      for secret in secrets {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "a secret is in \(file.path)")
      }
      // The verifier is known by its digest alone.
      let words = String(decoding: bytes, as: UTF8.self).split {
        !($0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)))
      }
      let isThere = words.contains { PKCE(verifier: String($0))?.challenge == challenge }
      #expect(!isThere, "the verifier is in \(file.path)")
    }
    #expect(files >= 8, "home, logs, the recording and outputs were looked through")
  }

  // MARK: Programs of the test

  func write(program name: String, _ text: String) throws {
    try program.write("bin/" + name, text)
    chmod(program.folder.path + "/bin/" + name, 0o755)
  }

  /// Keeps log-ins with a helper that hangs in `store` as long as there is a file `hang`.
  func useKeeper() throws {
    usesKeeper = true
    try write(
      program: "docker-credential-test",
      """
      #!/bin/sh
      read -r line
      cd "$(dirname "$0")/.."
      case "$1" in
        store)
          if [ -f hang ]; then echo $$ > hanging.new; mv hanging.new hanging; exec sleep 600; fi
          printf '%s' "$line" > kept ;;
        get)
          if [ -f kept ]; then cat kept; else echo "credentials not found in native keychain"; exit 1; fi ;;
        erase) rm -f kept ;;
      esac
      """)
  }
}
