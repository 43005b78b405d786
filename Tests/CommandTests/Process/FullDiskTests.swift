import Foundation
import Testing

/// A file system that takes no more: a limit on the size of files, as `write` and SQLite meet it.
@Suite("A full disk", .ownThreads)
struct FullDiskTests {
  /// Runs a program whose files may have 512 KB each.
  private static let small = ["/bin/sh", "-c", #"ulimit -f 1024; exec "$@""#, "sh"]

  private static let script = """
    local L, J, text = mix.library, mix.jobs, ("long "):rep(4000)
    if arg[1] == "fill" then
      local n = 0
      L.import(function() n = n + 1; if n <= 60 then return {title = "Book " .. n} end end)
      J.enqueue({status = "pending"})
    else
      local summary, err = J.run(nil, {concurrency = 2}, function(item)
        return {status = "enriched", fields = {description = text .. item.work.id}}
      end)
      if not summary then error(err) end
      local s, p = L.status(), J.progress()
      print(summary.state, s.enriched, s.total, p.queued, p.running)
    end
    """

  private static func books() throws -> Program {
    let rows = (0..<8_000).map {
      "\"A book with a rather long title, number \($0)\",Author \($0 % 90)"
    }
    return try Program(["books.csv": "title,author\n" + rows.joined(separator: "\n") + "\n"])
  }

  @Test(
    "Text that cannot be printed is a failure, unless its reader has left",
    arguments: [
      ["--version"], ["--help"], ["docs"], ["docs", "mix.json.decode"], ["cache", "--help"],
      ["--generate-completion-script", "bash"], ["-e", "print(1)"],
    ])
  func aTextIsPrinted(_ arguments: [String]) throws {
    let program = try Program()
    let full = try program.run(
      arguments, wrapper: ["/bin/sh", "-c", #"exec "$@" > /dev/full"#, "sh"])
    #expect(full.status == 1)
    #expect(full.errors == "mixhost: cannot write output: No space left on device\n")
    let left = try program.run(
      arguments, wrapper: ["/bin/bash", "-c", #""$@" | true; exit ${PIPESTATUS[0]}"#, "bash"])
    #expect(left.status == 0 && left.errors.isEmpty, "\(left.errors)")
  }

  @Test("An import of all or nothing leaves nothing behind")
  func aStrictImportLeavesNothingBehind() throws {
    let (program, script) = (try Self.books(), Program.script("scripts/enrich.lua"))
    let failed = try program.run([script, "import", "books.csv", "--strict"], wrapper: Self.small)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("books.csv: the data file "), "\(failed.errors)")
    let status = try program.run(script, "status", "--json")
    #expect(status.output.contains(#""total":0"#), "\(status.output)")
  }

  @Test("An import in steps says how many it kept, and the next one brings the rest")
  func anImportGoesOnWhenThereIsRoomAgain() throws {
    let (program, script) = (try Self.books(), Program.script("scripts/enrich.lua"))
    let failed = try program.run([script, "import", "books.csv"], wrapper: Self.small)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("books.csv: the data file "), "\(failed.errors)")
    // A slow machine saves more often, so less fits.
    let said = failed.errors.firstMatch(of: /the (\d+) books before are imported/)
    let kept = said.flatMap { Int($0.1) }
    let status = try program.run(script, "status", "--json")
    #expect(status.output.contains("\"total\":\(kept ?? 0)"), "\(failed.errors) \(status.output)")
    let again = try program.run(script, "import", "books.csv")
    #expect(again.output.contains("\(8_000 - (kept ?? 0)) books added"), "\(again.errors)")
  }

  @Test func aRunGoesOnWhenThereIsRoomAgain() throws {
    let program = try Program(["t.lua": Self.script])
    #expect(try program.run("t.lua", "fill").status == 0)
    let failed = try program.run(["t.lua", "run"], wrapper: Self.small)
    #expect(failed.status == 1, "\(failed.output)")
    #expect(failed.errors.contains("the data file "), "\(failed.errors)")
    let rest = try program.run("t.lua", "run")
    #expect(rest.output == "done\t60\t60\t0\t0\n", "\(rest.output) \(rest.errors)")
  }

  @Test func aDownloadSaysWhatIsKept() throws {
    let program = try Program([
      "t.lua": """
      local url = "https://chart.mixhost.invalid/fault/big?bytes=900000"
      local file, err = mix.http.download(url, "out.bin", {retry = false})
      print(file and file.bytes or err.kind, err and err.message)
      """
    ])
    // A write beyond the limit fails instead of ending the program.
    let small = ["/bin/sh", "-c", #"trap "" XFSZ; ulimit -f 1024; exec "$@""#, "sh"]
    let failed = try program.run(["--mock", "--allow-write", ".", "t.lua"], wrapper: small)
    #expect(failed.output.hasPrefix("io\tcannot write "), "\(failed.output) \(failed.errors)")
    #expect(failed.output.contains("out.bin.part: File too large; 524288 bytes are kept in "))
    let whole = try program.run("--mock", "--allow-write", ".", "t.lua")
    #expect(whole.output == "900000\tnil\n", "\(whole.output) \(whole.errors)")
  }

  @Test("A file of pieces replaces nothing once a piece is missing; a new file is not left empty")
  func aPieceIsMissing() throws {
    let program = try Program([
      "kept.txt": "old",
      "t.lua": """
      local writer = assert(mix.fs.writer("kept.txt"))
      print(writer:write("begin"), (writer:write(("x"):rep(900000))))
      print(select("#", writer:finish()), tostring(select(2, writer:finish())))
      """,
    ])
    let failed = try program.run(["--allow-write", ".", "t.lua"], wrapper: Self.small)
    #expect(failed.output == "true\tnil\n2\tcannot write kept.txt: File too large\n")
    #expect(try program.read("kept.txt") == "old")
    let none = ["/bin/sh", "-c", #"ulimit -f 0; exec "$@""#, "sh"]
    #expect(try program.run(["new", "script", "a"], wrapper: none).status == 1)
    #expect(try program.run("new", "script", "a").status == 0)
  }

  @Test("The mock's export, too, meets the limit as an error")
  func aMocksExportSaysWhatFailed() throws {
    let limited = #"ulimit -f 8; exec "$@" > export.csv"#
    let outcome = try Program().run(
      ["mock", "--export-books", "5000"], wrapper: ["/bin/sh", "-c", limited, "sh"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("cannot write the export: File too large"), "\(outcome.errors)")
  }

  @Test func anExportSaysWhatFailed() throws {
    let program = try Program()
    let outcome = try program.run(
      "--allow-write", "/dev", "-e", "assert(mix.fs.write('/dev/full', ('x'):rep(1e6)))")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/dev/full"), "\(outcome.errors)")
    let printed = try program.run(
      ["-e", "for i = 1, 1e5 do print(i) end"],
      wrapper: ["/bin/sh", "-c", #"exec "$@" > /dev/full"#, "sh"])
    #expect(printed.status == 1)
    #expect(printed.errors.contains("No space left on device"), "\(printed.errors)")
  }
}
