import Foundation
import Testing

/// Collections across processes.
@Suite("Collections of programs as commands see them", .ownThreads)
struct StoreCommandTests {
  private static let manifest = """
    return { name = "pod", entry = "pod.lua", summary = "A test.", grants = { data = true },
      collections = { episodes = { key = "id", indexes = { "feed" } } } }
    """
  private static let script = """
    local e = mix.store.open("episodes")
    local mode = arg[1]
    if mode == "hold" then
      mix.store.transaction(function()
        for i = 1, 500 do e:put{id = "held" .. i} end
        print("holding")
        io.stdout:flush()
        while true do end
      end)
    elseif mode == "count" then
      print(e:count())
    else
      for i = 1, 50 do
        mix.store.transaction(function()
          e:put{id = mode .. i}
          local all = e:get("all") or {id = "all", n = 0}
          all.n = all.n + 1
          e:put(all)
        end)
      end
      print(e:get("all").n)
    end
    """

  private func program() throws -> Program {
    try Program(["pod/program.lua": Self.manifest, "pod/pod.lua": Self.script])
  }

  @Test("kill -9 in a transaction leaves nothing of it")
  func killed() throws {
    let program = try program()
    #expect(try program.run("pod/pod.lua", "a").output == "50\n")
    let process = program.process(["pod/pod.lua", "hold"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var seen = ""
    while !seen.contains("holding"), process.isRunning {
      seen += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try program.run("pod/pod.lua", "count").output == "51\n")
  }

  @Test("Two processes that change one record in transactions lose nothing")
  func beside() throws {
    let program = try program()
    #expect(try program.run("pod/pod.lua", "count").output == "0\n")
    let processes = ["b", "c"].map { program.process(["pod/pod.lua", $0]) }
    for process in processes {
      process.standardOutput = Pipe()
      try process.run()
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try program.run("pod/pod.lua", "d").output == "150\n")
    #expect(try program.run("pod/pod.lua", "count").output == "151\n")
  }

  @Test("A removed program takes its records with it")
  func removed() throws {
    let program = try program()
    let added = try program.run("programs", "add", "pod", "--yes")
    #expect(added.status == 0, "\(added.errors)")
    #expect(try program.run("pod", "a").output == "50\n")
    let removed = try program.run("programs", "remove", "pod")
    #expect(removed.output == "removed pod and its 51 stored records\n", "\(removed.errors)")
    #expect(try program.run("pod/pod.lua", "count").output == "0\n")
  }
}
