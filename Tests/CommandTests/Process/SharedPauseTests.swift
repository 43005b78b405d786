import Foundation
import Testing

@Suite("Command: pauses that processes share", .ownThreads)
struct SharedPauseTests {
  @Test("A service without a rate limit asks one process for a pause: the next one does not ask")
  func pause() throws {
    let program = try Program()
    let log = program.folder.path + "/requests.ndjson"
    let mock = try MockServerProcess("--fault", "429:100%", "--retry-after", "60s", "--log", log)
    defer { mock.stop() }
    func run(_ code: String) throws -> Outcome {
      try program.run("--allow-net", mock.address, "-e", code, mock.address)
    }
    let first = try run("print(mix.http.get(arg[1] .. '/itunes/search', {retry = false}).status)")
    #expect(first.output == "429\n", "\(first.errors)")
    let second = try run(
      """
      local answer, err = mix.http.get(arg[1] .. '/deezer/search', {patience = '1s'})
      print(answer, err.kind, err['until'] - mix.time.now() > 30, err.upstream)
      """)
    let host = mock.address.dropFirst("http://".count)
    #expect(second.output == "nil\tpaused\ttrue\t\(host)\n", "\(second)")
    #expect(try program.read("requests.ndjson").split(separator: "\n").count == 1)
  }

  @Test("A host that was away is left alone by the next process, too, for its second")
  func circuit() throws {
    let program = try Program()
    // Bound and closed: nobody listens there.
    let mock = try MockServerProcess()
    let address = mock.address
    mock.stop()
    let outcome = try program.run(
      "--allow-net", address, "-e",
      """
      local kinds = {}
      for i = 1, 5 do
        local _, err = mix.http.get(arg[1] .. '/' .. i, {retry = false})
        kinds[i] = err.kind
      end
      print(table.concat(kinds, ' '))
      """, address)
    #expect(
      outcome.output == "unreachable unreachable unreachable unreachable unreachable\n",
      "\(outcome)")
    // The file has it whatever the clocks say.
    let found = try program.run(
      "--allow-net", address, "-e",
      "print(mix.http.upstream(arg[1]).failure.kind)", address)
    #expect(found.output == "unreachable\n", "\(found)")
  }

  @Test("A state file that is damaged or cannot be written: one warning, and requests go")
  func badFile() throws {
    let mock = try MockServerProcess()
    defer { mock.stop() }
    for text in ["this is not a database", String(repeating: "z", count: 9_000)] {
      let program = try Program(["home/state/traffic.sqlite": text])
      let outcome = try program.run(
        "--allow-net", mock.address, "-e",
        "for i = 1, 3 do print(mix.http.get(arg[1] .. '/health?' .. i).status) end", mock.address)
      #expect(outcome.status == 0 && outcome.output == "200\n200\n200\n", "\(outcome)")
      let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("traffic.sqlite") }
      #expect(warnings.count == 1 && outcome.errors.contains("for this process alone"))
      #expect(try program.read("home/state/traffic.sqlite") == text)
    }
  }
}
