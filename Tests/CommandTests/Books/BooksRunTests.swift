import Foundation
import Testing

@Suite("Command: books run, and how it ends", .ownThreads)
struct BooksRunTests {
  @Test("All failed: a banner with the reason, success false, exit code 1")
  func allFailed() throws {
    let rig = try BooksRig(books: 6)
    let run = try rig.run("run", "--json", mock: "fault=400:100%")
    #expect(run.status == 1)
    #expect(run.output.contains("\"success\":false"), "\(run.output)")
    #expect(
      run.errors.contains("mixhost: none of the 6 books could be looked up: Open Library: HTTP"),
      "\(run.errors)")
    let events = try rig.run("run", "--only", "failed", "--events", mock: "fault=400:100%")
    let done = try #require(events.output.split(separator: "\n").last)
    #expect(done.contains("\"event\":\"done\"") && done.contains("\"success\":false"), "\(done)")
    let again = try rig.run("run", "--only", "failed", "--json")
    #expect(again.status == 0 && again.output.contains("\"success\":true"), "\(again)")
  }

  @Test("Some failed: no banner, and the run has succeeded")
  func someFailed() throws {
    let rig = try BooksRig(books: 12)
    try rig.run("run", "--limit", "6", "--quiet")
    let run = try rig.run("run", "--json", mock: "fault=400:1")
    #expect(run.status == 0 && run.output.contains("\"success\":true"), "\(run)")
  }

  @Test("Reset while a run is at work ends it as canceled, with nothing left behind")
  func reset() throws {
    let rig = try BooksRig(books: 60)
    let process = rig.program.process([
      "--mock=latency=100ms", "books", "run", "--concurrency", "2", "--json",
    ])
    for name in ["out", "err"] { try rig.program.write(name, "") }
    let folder = rig.program.folder
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
    try process.run()
    while process.isRunning, !(try rig.program.read("err").contains("/60 (")) { usleep(2_000) }
    #expect(try rig.run("reset", "--yes").output == "60 works removed\n")
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try rig.program.read("err").contains("mixhost: Enrichment canceled by user\n"))
    #expect(try rig.program.read("out").contains("\"state\":\"canceled\""))
    let status = try rig.run("status", "--json").output
    #expect(
      status.contains("\"total\":0") && status.contains("\"state\":\"canceled\""), "\(status)")
  }

  @Test("A key of Google Books is used as soon as it is set, and no file of the run holds it")
  func key() throws {
    let rig = try BooksRig(books: 5)
    let key = "AIzaTestTestTestTestTestTestTestTestTest"
    let google = ["MIXHOST_BOOKS_PROVIDERS": "google_books"]
    let without = try rig.run("run", environment: google)
    #expect(without.status == 1)
    #expect(without.errors.contains("google_books.key"), "\(without.errors)")
    let run = try rig.run(
      "run", "--json", mock: "log=log.ndjson",
      environment: google.merging(["GOOGLE_BOOKS_KEY": key]) { $1 })
    #expect(run.status == 0 && run.output.contains("\"failed\":0"), "\(run)")
    #expect(try rig.program.read("log.ndjson").contains("google_books/volumes"))
    #expect(!(try rig.program.read("log.ndjson").contains(key)))
    #expect(try rig.works("--status", "enriched").count >= 4)
  }

  @Test("Where Open Library's limit holds the run up, an address is suggested once")
  func contact() throws {
    let rig = try BooksRig(books: 60)
    let mock = try MockServerProcess()
    let own = ["--home", rig.program.folder.path + "/own", "books"]
    let upstreams = [
      "MIXHOST_UPSTREAM_OPENLIBRARY": "\(mock.address)/openlibrary",
      "MIXHOST_UPSTREAM_COVERS": "\(mock.address)/covers",
    ]
    #expect(try rig.program.run(own + ["import", "--quiet", "books.csv"]).status == 0)
    let hint = "mixhost config set http.contact"
    let run = try rig.program.run(own + ["run", "--limit", "30"], environment: upstreams)
    #expect(run.errors.components(separatedBy: hint).count == 2, "\(run.errors)")
    let known = try rig.program.run(
      own + ["run", "--limit", "8"],
      environment: upstreams.merging(["MIXHOST_CONTACT": "me@example.org"]) { $1 })
    #expect(!known.errors.contains(hint), "\(known.errors)")
  }
}
