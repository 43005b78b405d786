import Testing

/// How many files a script may have open. All scripts of a process share the number, so each test has a process of its own.
@Suite("Open files", .ownThreads)
struct OpenFilesTests {
  private static let refusal =
    "files may be open at once: close or finish some, or read them to their end"

  @Test("Files that a script holds come to a limit; dropped and read ones are closed")
  func tables() throws {
    let program = try Program(["a.csv": "a,b\n1,2\n"])
    let script = """
      local kept = {}
      local ok, message = pcall(function()
        for i = 1, 1e6 do kept[i] = mix.csv.open("a.csv") end
      end)
      print(ok, #kept >= 8 and #kept <= 256, message)
      kept = nil
      for _ = 1, 1000 do mix.csv.open("a.csv") end
      local read = {}
      for i = 1, 1000 do
        read[i] = mix.csv.open("a.csv")
        if i % 2 == 0 then read[i]:close() else assert(#read[i]:next() == 2) end
      end
      print(read[1]:next(), read[2]:next())
      """
    let outcome = try program.run("-e", script)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("false\ttrue\t") == true, "\(outcome)")
    #expect(lines.first?.hasSuffix(Self.refusal) == true, "\(outcome)")
    #expect(lines.dropFirst() == ["nil\tnil"] && outcome.status == 0, "\(outcome)")
  }

  @Test(
    "Writers and link files come to the same limit; closed ones do not count",
    arguments: [
      #"mix.link.open(i .. ".sqlite")"#: "close", #"mix.fs.writer(i .. ".csv")"#: "finish",
    ])
  func handles(open: String, close: String) throws {
    let script = """
      local kept = {}
      print(pcall(function() for i = 1, 1e6 do kept[i] = \(open) end end))
      for _, handle in ipairs(kept) do handle:\(close)() end
      for i = 1, 600 do assert(\(open)):\(close)() end
      """
    let outcome = try Program().run("--allow-write", ".", "-e", script)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.hasPrefix("false\t") && outcome.output.contains(Self.refusal))
  }
}
