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

  @Test("A removed program takes its records with it, after a question")
  func removed() throws {
    let program = try program()
    let added = try program.run("programs", "add", "pod", "--yes")
    #expect(added.status == 0, "\(added.errors)")
    #expect(try program.run("pod", "a").output == "50\n")
    let unasked = try program.run("programs", "remove", "pod")
    #expect(unasked.status == 2, "\(unasked.errors)")
    #expect(unasked.errors.contains("Remove pod and its 51 stored records?"), "\(unasked.errors)")
    #expect(unasked.errors.contains("--yes"))
    #expect(try program.run("pod", "count").output == "51\n")
    let removed = try program.run("programs", "remove", "pod", "--yes")
    #expect(removed.output == "removed pod and its 51 stored records\n", "\(removed.errors)")
    #expect(try program.run("pod/pod.lua", "count").output == "0\n")
  }

  @Test("On a terminal removing asks, and no is no")
  func asks() throws {
    for (answer, left) in [("n\n", "51\n"), ("y\n", "0\n")] {
      let program = try program()
      #expect(try program.run("programs", "add", "pod", "--yes").status == 0)
      #expect(try program.run("pod", "a").status == 0)
      let terminal = try PseudoTerminal()
      let process = program.process(["programs", "remove", "pod"])
      try process.run(on: terminal)
      #expect(terminal.waits(for: "Remove pod and its 51 stored records? [y/N]"))
      terminal.type(answer)
      process.waitUntilExit()
      let present = left == "0\n" ? try program.run("programs", "add", "pod", "--yes") : nil
      #expect(present?.status ?? 0 == 0)
      #expect(try program.run("pod", "count").output == left)
    }
  }

  @Test("A full disk: one line, nothing of the transaction, and it continues when there is room")
  func fullDisk() throws {
    let program = try program()
    try program.write(
      "pod/big.lua",
      """
      local e = mix.store.open("episodes")
      local saved, err = mix.store.transaction(function()
        for i = 1, 200 do assert(e:put{id = "big" .. i, text = ("x"):rep(20000)}) end
        return true
      end)
      if not saved then mix.ui.fail(err.message) end
      print(e:count())
      """)
    #expect(try program.run("pod/pod.lua", "a").status == 0)
    let small = ["/bin/sh", "-c", #"ulimit -f 1024; exec "$@""#, "sh"]
    let failed = try program.run(["pod/big.lua"], wrapper: small)
    #expect(failed.status == 1 && failed.output.isEmpty)
    #expect(failed.errors.contains("the data file "), "\(failed.errors)")
    #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
    #expect(try program.run("pod/pod.lua", "count").output == "51\n")
    #expect(try program.run("pod/big.lua").output == "251\n")
  }

  @Test("A home that may only be read: records are read, and a write says why not")
  func readOnly() throws {
    let program = try program()
    #expect(try program.run("pod/pod.lua", "a").status == 0)
    let folders = ["", "/home", "/home/data"].map { program.folder.path + $0 }
    for folder in folders { chmod(folder, 0o555) }
    defer { for folder in folders { chmod(folder, 0o755) } }
    for name in try FileManager.default.contentsOfDirectory(atPath: folders[2]) {
      chmod(folders[2] + "/" + name, 0o444)
    }
    // As a user without rights there; root is held up by no mode.
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let wrapper = getuid() == 0 ? ["/usr/bin/env"] + nobody : []
    func run(_ mode: String) throws -> (status: Int32, output: String, errors: String) {
      let process = program.process(
        ["--home", program.folder.path + "/home", "pod/pod.lua", mode], wrapper: wrapper)
      let (output, errors) = (Pipe(), Pipe())
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let texts = [output, errors].map {
        String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      }
      process.waitUntilExit()
      return (process.terminationStatus, texts[0], texts[1])
    }
    let count = try run("count")
    #expect(count.status == 0 && count.output == "51\n", "\(count)")
    let put = try run("b")
    #expect(put.status == 1 && put.errors.hasPrefix("mixhost: the data file "), "\(put)")
    #expect(put.errors.contains("read"), "\(put)")
  }

  @Test("backup and restore hold the collections of programs")
  func backup() throws {
    let program = try program()
    #expect(try program.run("pod/pod.lua", "a").output == "50\n")
    #expect(try program.run("backup", "copy.sqlite").status == 0)
    #expect(try program.run("pod/pod.lua", "b").output == "100\n")
    let restored = try program.run("restore", "--force", "copy.sqlite")
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(try program.run("pod/pod.lua", "count").output == "51\n")
    #expect(try program.run("pod/pod.lua", "b").output == "100\n")
  }

  @Test("A migration that fails says so and leaves the records as they were")
  func migration() throws {
    let program = try program()
    #expect(try program.run("pod/pod.lua", "a").status == 0)
    try program.write(
      "pod/migrations.lua",
      """
      return { [2] = function(c)
        for r in c.episodes:each() do c.episodes:delete(r.id) end
        error("no way")
      end }
      """)
    let newer = Self.manifest.replacingOccurrences(
      of: "entry = ", with: "store_version = 2, entry = ")
    try program.write("pod/program.lua", newer)
    let failed = try program.run("pod/pod.lua", "count")
    #expect(failed.status == 1 && failed.output.isEmpty)
    #expect(failed.errors.contains("to store_version 2 failed"), "\(failed.errors)")
    #expect(failed.errors.contains("no way"), "\(failed.errors)")
    try program.write("pod/program.lua", Self.manifest)
    #expect(try program.run("pod/pod.lua", "count").output == "51\n")
  }
}
