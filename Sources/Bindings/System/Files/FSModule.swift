internal import Files
internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.fs`: files of granted folders.
enum FSModule {
  /// The largest file that is read at once.
  private static let mostBytes = 256_000_000
  private static let path = Parameter(
    "path", "relative to the working directory, or absolute", String.self)

  static func make(_ host: ScriptRun) -> Module {
    var module = Module(
      "fs", "Files in the folders that were granted.",
      rules: .refused("reads and writes files"))
    addReading(host, to: &module)
    addWriting(host, to: &module)
    addBundled(host, to: &module)
    addPlaces(host, to: &module)
    module.type(ScriptLock.luaType)
    module.type(ScriptWriter.luaType)
    module.shapes(
      Shape(
        "fs.info", "The facts of a file.",
        [
          .init("size", "integer", "bytes"),
          .init("modified", "number", "when it was changed, in seconds since 1970"),
          .init("type", "\"file\"|\"folder\"|\"other\"", "other: a pipe, a device or a socket"),
          .init("real", "string", "its path from the root on, without links"),
          .init("writable", "boolean", "whether this user may write it"),
          .init("own", "boolean", "whether it is this user's, or this user is root"),
        ]))
    return module
  }

  private static func addReading(_ host: ScriptRun, to module: inout Module) {
    module.asyncFunction(
      "read", "Reads a file; \"-\" is the standard input.", path,
      returns: "string  its bytes; nil, err when it cannot be read",
      example: "local text = assert(mix.fs.read(\"chart.json\"))"
    ) { context, path in
      if path == "-" {
        // Read once: it cannot be read again from its beginning.
        let charge = try context.memory.charge()
        return try await offloadReading(host.reactor) {
          try explained("read", "the standard input") { try readAll(.standardInput, charge) }
        }
      }
      return try await context.offloadCharged { charge in
        try reading(path, host, "read") { try readAll($0.open(), charge) }
      }
    }
    module.asyncFunction(
      "info", "Says how large a file is, and when it was changed.", path,
      returns: "fs.info  what is known of it; nil, err when there is none",
      example: "local age = mix.time.now() - assert(mix.fs.info(\"chart.json\")).modified"
    ) { _, path in
      try await offload { try reading(path, host, "look at") { info(try $0.status(), $0) } }
    }
    module.asyncFunction(
      "list", "The names in a folder, sorted.", path,
      returns: "string[]  names; nil, err when it cannot be read",
      example: "for _, name in ipairs(assert(mix.fs.list(\".\"))) do print(name) end"
    ) { context, path in
      try await context.offloadCharged { charge in
        try reading(path, host, "list") { folder in
          try folder.names { try charge.grow(by: 48 + $0) }.map(Bytes.init)
        }
      }
    }
    module.asyncFunction(
      "exists", "Whether a file or folder is there.", path,
      returns: "boolean  whether it is", example: "if mix.fs.exists(\"chart.json\") then load() end"
    ) { _, path in
      try await offload {
        do { return try host.grants.reading(path) { try $0.exists() } } catch let failure
          as FileFailure where failure == .missing
        { return false }
      }
    }
  }

  private static func addWriting(_ host: ScriptRun, to module: inout Module) {
    module.asyncFunction(
      "write", "Replaces a file as a whole: readers see the old content or the new.", path,
      Parameter("content", "text or bytes", Bytes.self),
      returns: "boolean  true; nil, err when it cannot be written",
      example: "assert(mix.fs.write(\"out.json\", mix.json.encode(songs)))"
    ) { _, path, content in
      try await offload {
        try explained("write", path) {
          try host.grants.writing(path) { try $0.write(content.bytes) }
        }
      }
      return true
    }
    module.asyncFunction(
      "writer", "Begins a file that is written piece by piece, whatever its size.", path,
      returns: "fs.writer  with write and finish; nil, err when it cannot be written",
      example: "local writer = assert(mix.fs.writer(\"songs.csv\"))"
    ) { context, path in
      ObjectResult(try await context.openingFile { try ScriptWriter.open(path, host, $0) })
    }
  }

  private static func addBundled(_ host: ScriptRun, to module: inout Module) {
    module.asyncFunction(
      "bundled", "Reads a file that comes with mixhost.",
      Parameter("name", "below mixhost's own folder, such as docs/kworb_top10.json", String.self),
      returns: "string  its bytes; nil, err when there is none",
      example: "local chart = assert(mix.fs.bundled(\"docs/kworb_top10.json\"))"
    ) { context, name in
      let file = try bundled(name, host)
      return try await context.offloadCharged { charge in
        try explained("read", name) { try readAll(file.open(), charge) }
      }
    }
    module.asyncFunction(
      "bundled_info", "As info, for a file that comes with mixhost.",
      Parameter("name", "below mixhost's own folder", String.self),
      returns: "fs.info  what is known of it; nil, err when there is none",
      example: "print(assert(mix.fs.bundled_info(\"docs/kworb_top10.json\")).size)"
    ) { _, name in
      let file = try bundled(name, host)
      return try await offload { try explained("look at", name) { info(try file.status(), file) } }
    }
  }

  /// Absolute paths, the data folder and its locks.
  private static func addPlaces(_ host: ScriptRun, to module: inout Module) {
    module.function(
      "absolute", "A path from the root on; \"~/\" at its beginning is the user's home folder.",
      path,
      returns: "string  the path; it need not be there, and links are not followed",
      example: "print(mix.fs.absolute(\"~/artists.txt\"))  --> /home/you/artists.txt"
    ) { _, path in UserPath.absolute(path) }
    module.function(
      "data", "Names a file in mixhost's own data folder, which scripts may write to.",
      Parameter("name", "below the folder, such as playlist/options.json", String.self),
      returns: "string  its absolute path; it need not be there",
      example: "assert(mix.fs.write(mix.fs.data(\"notes/last.txt\"), text))"
    ) { call, name in
      guard let path = dataPath(name, host) else {
        throw call.badArgument("name", "a path below the data folder expected, got \"\(name)\"")
      }
      return path
    }
    module.asyncFunction(
      "lock",
      "Takes a lock between processes, without waiting; it ends with release or with the script, however "
        + "that ends.",
      Parameter("name", "of a file below mixhost's own data folder, which stays", String.self),
      Parameter("note", "what others are shown meanwhile (default: nothing)", String?.self),
      returns:
        "fs.lock  the lock; nil, err of kind locked (process, since, note) while another has it",
      example: "local lock = assert(mix.fs.lock(\"podcasts/fetch.lock\", \"fetching\"))"
    ) { _, name, note in
      guard let path = dataPath(name, host) else {
        throw HostError.usage("mix.fs.lock: a path below the data folder expected, got \"\(name)\"")
      }
      _ = try host.grants.writable(path)
      let now = host.time.wall
      return ObjectResult(
        try await offload { try ScriptLock.take(path, name: name, note: note ?? "", now: now) })
    }
  }

  /// A file below the data folder; nil for what leads out of it.
  private static func dataPath(_ name: String, _ host: ScriptRun) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }), !name.contains("\0")
    else { return nil }
    return host.home.data + "/" + name
  }

  /// A file that comes with mixhost.
  private static func bundled(_ name: String, _ host: ScriptRun) throws -> GrantedFile {
    guard let share = host.settings.shareFolder else {
      throw HostError(kind: "io", message: "the files that come with mixhost were not found")
    }
    let (root, path) = (Grants.resolved(share), try Grants.checked(share + "/" + name))
    // Hidden files of a checkout did not come with mixhost.
    guard path.hasPrefix(root + "/"), !path.dropFirst(root.count).contains("/.") else {
      throw HostError.denied("\(name) is not below mixhost's own folder")
    }
    return GrantedFile(root: root, path: path)
  }

  private static func info(_ status: GrantedFile.Status, _ file: GrantedFile) -> LuaValue {
    .object([
      "size": .int(status.size), "modified": .number(status.modified), "type": .string(status.type),
      "real": .string(file.path), "writable": .bool(status.isWritable),
      "own": .bool(status.isOwn),
    ])
  }

  private static func reading<Value>(
    _ path: String, _ host: ScriptRun, _ operation: String, _ work: (GrantedFile) throws -> Value
  ) throws -> Value {
    try explained(operation, path) { try host.grants.reading(path, work) }
  }

  /// The rest of a file. Its size is charged before room for it is made; one that grows meanwhile, and
  /// a pipe, as the bytes come.
  private static func readAll(_ file: OpenFile, _ charge: MemoryCharge) throws -> ChargedBytes {
    let block = 262_144
    let expected = file.size ?? 0
    guard expected <= mostBytes else { throw FileFailure.tooLarge }
    try charge.grow(by: expected + block)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    while true {
      let next = try file.read(block)
      let count = bytes.count + next.count
      if next.isEmpty { return ChargedBytes(bytes, charge) }
      guard count <= mostBytes else { throw FileFailure.tooLarge }
      // An array that is full doubles.
      try charge.set((count > bytes.capacity ? 2 * count : bytes.capacity) + block)
      bytes += next
    }
  }

  /// Runs `work`; its failures name the file.
  private static func explained<Value>(
    _ operation: String, _ path: String, _ work: () throws -> Value
  ) throws -> Value {
    do { return try work() } catch let failure as FileFailure {
      throw failure.hostError(operation, path, most: "256 MB")
    }
  }
}

extension FileFailure {
  /// As scripts see it, of kind `io`.
  /// - Parameter most: what a file may have that is read at once, in words.
  func hostError(_ operation: String, _ path: String, most: String = "") -> HostError {
    HostError(
      kind: "io",
      message:
        "cannot \(operation) \(path): \(isTooLarge && !most.isEmpty ? "it is larger than \(most)" : "\(self)")",
      fields: ["path": .string(path), "errno": .int(Int64(code))])
  }
}
