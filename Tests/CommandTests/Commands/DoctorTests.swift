import Foundation
import Testing

@Suite("Command: mixhost doctor", .ownThreads)
struct DoctorTests {
  @Test("All is well: connections alone, and with questions")
  func well() throws {
    let rig = try DoctorRig()
    let quiet = try rig.report([], exit: 0)
    #expect(quiet.ok && !quiet.live && rig.requests == 0)
    #expect(try quiet.service("itunes").reached_seconds ?? -1 > 0)
    #expect(try quiet.service("tmdb").key?.state == "present")
    #expect(try quiet.service("tmdb").limit == "40/s")
    #expect(try quiet.service("google_books").level == "unused")
    let live = try rig.report(exit: 0)
    #expect(live.ok && live.live)
    let answers = live.services.filter { $0.level == "ok" && $0.answer != nil }
    #expect(
      answers.compactMap(\.upstream).sorted() == ["itunes", "openlibrary", "tmdb", "youtube"])
    #expect(answers.allSatisfy { $0.answer?.status == 200 })
    #expect(try live.service("tmdb").key?.state == "accepted")
    #expect(try live.part("Clock").fact?.contains("within") == true)
    #expect(rig.requests == 4)
  }

  @Test("A clock that is an hour off is found by the servers' dates", arguments: ["+1h", "-1h"])
  func clock(shift: String) throws {
    let rig = try DoctorRig(["--clock", shift])
    let live = try rig.report(exit: 0)
    let clock = try live.part("Clock")
    #expect(clock.level == "warning")
    let problem = try #require(clock.problems.first)
    let words = problem.what.split(separator: " ")
    let seconds = try #require(words.compactMap { Int($0) }.first)
    #expect((3_590...3_610).contains(seconds), "\(problem.what)")
    // Where the servers' clocks are ahead, this one is behind.
    #expect(problem.what.hasSuffix(shift == "+1h" ? "behind" : "ahead"), "\(problem.what)")
    #expect(problem.advice?.contains("set the clock") == true)
    // Connections alone show no dates.
    #expect(try rig.report([], exit: 0).part("Clock").level == "ok")
  }

  @Test("The mock of --mock: everything that it has, log-in included")
  func mock() throws {
    let program = try Program()
    let outcome = try program.run("--mock", "doctor", "--live", "--json")
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    let report = try JSONDecoder().decode(DoctorReport.self, from: Data(outcome.output.utf8))
    for name in ["chart", "hub", "spotify_api", "deezer"] {
      #expect(try report.service(name).answer != nil, "\(name)")
      #expect(try report.service(name).level == "ok", "\(name)")
    }
    #expect(report.log_ins.first?.fact?.hasPrefix("signed in as ") == true)
  }

  @Test("Another service's key is named, and is not sent")
  func foreignKey() throws {
    let rig = try DoctorRig()
    let key = "AIza0123456789abcdef0123456789abcdef123"
    let outcome = try rig.program.run(
      ["doctor", "--live"], environment: rig.environment.merging(["TMDB_TOKEN": key]) { $1 })
    #expect(outcome.status == 1)
    // Wherever the lines break.
    let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "✗ wrong TMDB (trailers): reached in"), "\(text)")
    #expect(
      text.contains(
        "tmdb.token (from environment TMDB_TOKEN) is an API key of Google (it begins with AIza); "
          + "needed is TMDB's read access token, which begins with eyJ, or its API key of 32 "
          + "hexadecimal digits → copy the API Read Access Token or the API Key from https://www.themoviedb.org/settings/api, then: "
          + "mixhost config set tmdb.token TOKEN"), "\(text)")
    #expect(!(outcome.output + outcome.errors).contains(key))
    #expect(try !rig.program.read("log.ndjson").contains("/tmdb"))
  }

  @Test("Keys that a service refuses; a later run tells what failed")
  func refusedKeys() throws {
    let rig = try DoctorRig()
    let wrong = [
      "TMDB_TOKEN": DoctorRig.token + "x", "GOOGLE_BOOKS_KEY": "refused-key",
      "MIXHOST_UPSTREAM_GOOGLE_BOOKS": rig.base + "/google_books",
      "MIXHOST_UPSTREAM_GOOGLE_COVERS": rig.base + "/google_covers",
    ]
    let report = try rig.report(["--live"], wrong, exit: 1)
    for (name, status) in [("tmdb", 401), ("google_books", 400)] {
      let service = try report.service(name)
      #expect(service.level == "wrong" && service.key?.state == "refused", "\(service)")
      #expect(service.answer?.status == status)
      #expect(
        service.problems.first?.what.contains("refuses \(service.key?.setting ?? "")") == true)
      #expect(service.problems.first?.advice?.contains("mixhost config set") == true)
    }
    let later = try rig.report([], wrong, exit: 0)
    let failure = try #require(try later.service("tmdb").last_failure)
    #expect(failure.status == 401 && failure.kind == "http" && failure.text == "HTTP status 401")
    #expect(abs(failure.time - Date().timeIntervalSince1970) < 60)
  }

  @Test(
    "A broken upstream is told apart from a working one",
    arguments: [
      ("html", "a web page came where JSON belongs"), ("500", "fails (HTTP status 500)"),
      ("401", "HTTP status 401"), ("garbage", "the answer is not a JSON object"),
      ("truncate", "closed the connection"),
    ])
  func broken(fault: String, said: String) throws {
    let rig = try DoctorRig(["--fault", "\(fault):100%", "--fault-path", "/openlibrary"])
    let report = try rig.report(exit: 1)
    let broken = try report.service("openlibrary")
    #expect(broken.level == "wrong" && broken.reached_seconds != nil)
    #expect(broken.problems.first?.what.contains(said) == true, "\(broken.problems)")
    #expect(broken.problems.first?.advice != nil)
    #expect(try report.service("itunes").level == "ok")
  }

  @Test("A connection that is refused, TLS that fails, and a name without an address")
  func unreachable() throws {
    let rig = try DoctorRig()
    let report = try rig.report(
      [],
      [
        "MIXHOST_UPSTREAM_ITUNES": rig.base.replacing("http:", with: "https:"),
        "MIXHOST_UPSTREAM_OPENLIBRARY": "http://127.0.0.1:1",
      ], exit: 1)
    #expect(try report.service("itunes").problems.first?.what.contains("TLS with") == true)
    #expect(
      try report.service("itunes").problems.first?.advice?.contains("http.ca_file") == true)
    #expect(
      try report.service("openlibrary").problems.first?.what.contains("no connection to") == true)
    #expect(try report.service("tmdb").level == "ok")
    #expect(rig.requests == 0)
  }

  @Test("Off-line nothing is tried, and that is not a failure")
  func offline() throws {
    let rig = try DoctorRig()
    let report = try rig.report(["--live", "--offline"], exit: 0)
    #expect(report.offline && !report.live && rig.requests == 0)
    #expect(try report.service("tmdb").note == "not tried: offline")
    let text = try rig.program.run("--offline", "doctor")
    #expect(text.output.contains("Offline: no service was tried. All is well."))
  }

  @Test("A state folder that cannot be written, a disk that takes no more, a damaged data file")
  func folders() throws {
    let rig = try DoctorRig()
    try rig.program.write("home/state", "a file where the folder belongs")
    let state = try rig.report([], exit: 1).part("Folder for state")
    #expect(state.problems.first?.what.hasPrefix("no file can be written: ") == true)
    #expect(state.problems.first?.advice?.contains("MIXHOST_HOME") == true)
    try FileManager.default.removeItem(at: rig.program.folder.appending(path: "home/state"))

    try rig.program.write("home/data/mixhost.sqlite", "no database at all")
    let small = [
      "/bin/bash", "-c", #"set -o pipefail; (trap "" XFSZ; ulimit -f 2; exec "$@") | cat"#, "sh",
    ]
    let report = try rig.report([], exit: 1, wrapper: small)
    let full = try report.part("Folder for data")
    #expect(full.level == "wrong" && full.problems.first?.what.contains("home/data: ") == true)
    #expect(try report.part("Data file").level == "wrong")
    #expect(try report.part("Data file").problems.first?.what.contains("data file") == true)
  }

  @Test("Settings of the wrong form are reported, and stop nothing else")
  func settings() throws {
    let rig = try DoctorRig()
    let report = try rig.report(
      [], ["MIXHOST_BOOKS_PROVIDERS": "x", "MIXHOST_CHART_COUNTRY": "usa"], exit: 1)
    #expect(try report.part("Settings").problems.count == 2)
    #expect(
      try report.service("openlibrary").problems.first?.what.hasPrefix("books.providers from ")
        == true)
    #expect(try report.service("tmdb").level == "ok")
  }

  @Test("A service that needs a log-in is not asked without one")
  func signedOut() throws {
    let rig = try DoctorRig()
    let report = try rig.report(
      ["--live"],
      [
        "SPOTIFY_CLIENT_ID": "mixhost-mock", "MIXHOST_UPSTREAM_DEEZER": rig.base + "/deezer",
        "MIXHOST_UPSTREAM_SPOTIFY_API": rig.base + "/spotify_api",
        "MIXHOST_UPSTREAM_SPOTIFY_ACCOUNTS": rig.base + "/spotify_accounts",
      ], exit: 1)
    #expect(report.log_ins.first?.level == "wrong")
    #expect(
      report.log_ins.first?.problems.first?.advice == "run: mixhost auth login spotify")
    #expect(try report.service("spotify_api").note == "not asked: nobody is signed in")
    #expect(try report.service("deezer").level == "ok")
  }

  @Test("Wrong usage ends with 2")
  func usage() throws {
    let program = try Program()
    #expect(try program.run("doctor", "--lief").status == 2)
    let strict = try program.run("--sandbox", "strict", "doctor")
    #expect(strict.status == 2 && strict.errors.contains("--sandbox strict hides"))
    #expect(try program.run("--record", "r.ndjson", "doctor").status == 2)
    #expect(try program.run("doctor", "--help").output.contains("--live"))
  }
}
