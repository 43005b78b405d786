import Foundation
import MixCore
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Command: auth", .ownThreads)
struct AuthCommandTests {
  @Test("With --mock everything works at once, without a browser and without a log-in before")
  func mocked() throws {
    let program = try Program()
    let token = try program.run("--mock", "-e", "print((mix.auth.token('spotify')))")
    #expect(token.status == 0 && token.output.hasPrefix("mat_"), "\(token.errors)")
    let login = try program.run("--mock", "auth", "login", "spotify")
    #expect(login.status == 0 && login.output.hasPrefix("Spotify: Signed in"), "\(login.errors)")
    #expect(login.output.contains("log-in: ends in 179 days"))
    let status = try program.run("--mock", "auth", "status", "--json")
    #expect(status.output.contains("\"signed_in\":true"))
    let printed = try program.run("--mock", "auth", "token", "spotify")
    #expect(printed.output.hasPrefix("mat_"))
    #expect(printed.errors.contains("whoever has this token can act for you"))
    #expect(try program.run("auth", "status").output == "Spotify: Not signed in\n")
    #expect(try program.run("--mock", "auth", "logout", "spotify").status == 0)
    #expect(try program.run("--mock", "auth", "status").output == "Spotify: Not signed in\n")
  }

  @Test(
    "Wrong use and what cannot be",
    arguments: [
      (["auth"], 2, "there are login, status, logout, token"),
      (["auth", "login"], 2, "PROVIDER is missing"),
      (["auth", "login", "spotify", "--paste", "--device"], 2, "exclude each other"),
      (["auth", "login", "nowhere"], 2, "PROVIDER takes one of spotify, not \"nowhere\""),
      (["auth", "login", "spotify"], 1, "mixhost config set spotify.client_id"),
      (["auth", "token", "spotify"], 1, "needs a client id"),
      (["auth", "frobnicate"], 2, "there are login, status, logout, token. See mixhost auth"),
      (["--sandbox", "strict", "auth", "status", "spotify"], 1, "--allow-auth spotify"),
    ])
  func refusals(arguments: [String], status: Int32, message: String) throws {
    let outcome = try Program().run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("A log-in by browser leaves no token, code or verifier anywhere")
  func leavesNoTrace() async throws {
    let site = try LoginSite()
    defer { site.stop() }
    let program = site.program
    // The script has the token in a header, an address, a form and a log entry.
    try program.write(
      "spread.lua",
      """
      local token = assert(mix.auth.token("spotify"))
      mix.log.warn("the token", {token = token, note = "x" .. token .. "y"})
      mix.http.get("https://itunes.apple.com/search", {query = {term = token, access_token = token}})
      mix.http.post("https://itunes.apple.com/search", {form = {t = token}, headers =
        {Authorization = "Bearer " .. token, ["X-Odd"] = token}})
      print(mix.http.get("https://itunes.apple.com/" .. token .. "/x").status)
      print(select(2, pcall(error, {message = "failed"})).message)
      """)
    let code = try await site.login(verbose: true)
    let credential = try #require(try site.store.read("spotify"))
    let refresh = try #require(credential.refresh)
    let run = try program.run(
      ["--verbose", "--log-level", "trace", "--record", "run.ndjson", "spread.lua"],
      environment: site.environment)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("x***y"), "\(run.errors)")
    let failed = try program.run(
      ["-e", "error(\"no \" .. mix.auth.token('spotify'))"],
      environment: site.environment)
    #expect(failed.status == 1 && failed.errors.contains("no ***"), "\(failed.errors)")
    try site.expectNoTrace(of: [credential.access, refresh, code])
    // A replay asks nobody: it needs neither a log-in nor a network.
    let replay = try program.run("--replay", "run.ndjson", "--home", "elsewhere", "spread.lua")
    #expect(replay.status == 0 && replay.output == run.output, "\(replay.errors)")
  }

  @Test("Two processes find one token too old: one request, one new token")
  func twoProcesses() async throws {
    let site = try LoginSite()
    defer { site.stop() }
    _ = try await site.login()
    let store = site.store
    var credential = try #require(try store.read("spotify"))
    credential.obtained -= 7_200
    credential.expires = credential.expires.map { $0 - 7_200 }
    try store.write(credential)
    let runs = try (0..<2).map { number in
      try site.start(["-e", "print((mix.auth.token('spotify')))"], output: "token-\(number)")
    }
    runs.forEach { $0.waitUntilExit() }
    let tokens = try (0..<2).map { try site.program.read("token-\($0)") }
    #expect(tokens[0].hasPrefix("mat_") && tokens[0] == tokens[1])
    #expect(tokens[0] != credential.access + "\n")
    #expect(try site.tokenRequests() == 2, "the log-in's and one more")
  }

  @Test(
    "kill -9 between the answer and the save: a log-in that works, or words that say it has ended")
  func killedBeforeTheSave() async throws {
    let site = try LoginSite()
    defer { site.stop() }
    try site.useKeeper()
    _ = try await site.login()
    let refresh = "print(mix.auth.token('spotify', {refused = mix.auth.token('spotify')}))"
    try site.program.write("hang", "")
    let process = try site.start(["-e", refresh], output: "killed")
    while process.isRunning, (try? site.program.read("hanging"))?.hasSuffix("\n") != true {
      usleep(2_000)
    }
    kill(process.processIdentifier, SIGKILL)
    // The keeper outlives it, and Foundation waits for both.
    if let keeper = pid_t(try site.program.read("hanging").dropLast()) { kill(keeper, SIGKILL) }
    process.waitUntilExit()
    try FileManager.default.removeItem(at: site.program.folder.appending(path: "hang"))
    #expect(try site.tokenRequests() == 2)
    // The access token of before is still good.
    let next = try site.run(["-e", "print((mix.auth.token('spotify')))"])
    #expect(next.status == 0 && next.output.hasPrefix("mat_"), "\(next.errors)")
    // Its refresh token was replaced by one that nobody has: the service takes it for stolen.
    let last = try site.run([
      "-e", "assert(mix.auth.token('spotify', {refused = mix.auth.token('spotify')}))",
    ])
    #expect(last.status == 1)
    #expect(
      last.errors.contains(
        "the log-in at Spotify has ended (invalid_grant: Refresh token revoked): run mixhost auth login spotify"
      ),
      "\(last.errors)")
    #expect(try site.run(["auth", "status"]).output.contains("the log-in has ended"))
    _ = try await site.login()
    #expect(try site.run(["auth", "status"]).output.hasPrefix("Spotify: Signed in"))
  }

  @Test("A port in use, the user's no, modes that others can read")
  func badInput() async throws {
    let site = try LoginSite()
    defer { site.stop() }
    var environment = site.environment
    environment["SPOTIFY_REDIRECT_URI"] = "http://127.0.0.1:\(site.port)/callback"
    let taken = try site.program.run(
      ["auth", "login", "spotify", "--no-browser"], environment: environment)
    #expect(taken.status == 1)
    #expect(taken.errors.contains("127.0.0.1:\(site.port) is in use by another program"))
    #expect(taken.errors.contains("mixhost config set spotify.redirect_uri"))

    let (process, address) = try site.beginLogin()
    let fields = URLComponents(string: address)?.queryItems ?? []
    func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
    let answer = field("redirect_uri") + "?error=access_denied&state=" + field("state")
    _ = try await URLSession.shared.data(from: try #require(URL(string: answer)))
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try site.program.read("login-errors").contains("was not given the permission"))

    _ = try await site.login()
    let path = site.program.folder.path + "/home/state/auth/spotify.credential"
    chmod(path, 0o644)
    let open = try site.run(["auth", "status"])
    #expect(open.status == 1 && open.errors.contains("run chmod 600 \(path)"))
    chmod(path, 0o600)
    #expect(try site.run(["auth", "status"]).output.hasPrefix("Spotify: Signed in"))
  }

  @Test("A log-in that ends soon is reported, once, while it still works")
  func endsSoon() async throws {
    let site = try LoginSite()
    defer { site.stop() }
    _ = try await site.login()
    var credential = try #require(try site.store.read("spotify"))
    let token = "print((mix.auth.token('spotify')))"
    #expect(try site.run(["-e", token]).errors.isEmpty)
    credential.ends = credential.obtained + 9.5 * 86_400
    try site.store.write(credential)
    let late = try site.run(["-e", token])
    #expect(late.output.hasPrefix("mat_"))
    #expect(
      late.errors
        == "mixhost: warning: the log-in at Spotify ends in 9 days: run mixhost auth login spotify before\n"
    )
  }

  @Test("The system's opener gets the address")
  func opener() async throws {
    let site = try LoginSite()
    defer { site.stop() }
    try site.write(
      program: "xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$1\" > opened.new && mv opened.new opened\n"
    )
    let (process, _) = try site.beginLogin(options: [], environment: ["DISPLAY": ":99"])
    while process.isRunning, (try? site.program.read("opened")) == nil { usleep(2_000) }
    let address = try site.program.read("opened").dropLast()
    _ = try await URLSession.shared.data(from: try #require(URL(string: String(address))))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
