internal import Glibc
internal import MixCore
internal import ScriptHost

/// `mix.fs`: files of granted folders.
enum FSModule {
  /// The largest file that is read at once.
  private static let mostBytes = 256_000_000

  static func make(_ host: Host) -> Module {
    var module = Module("fs", "Files in the folders that were granted.")
    let path = Parameter("path", "relative to the working directory, or absolute", String.self)
    module.asyncFunction(
      "read", "Reads a file; \"-\" is the standard input.", path,
      returns: "string  its bytes; nil, err when it cannot be read",
      example: "local text = assert(mix.fs.read(\"chart.json\"))"
    ) { context, path in
      if path == "-" {
        // Read once: it cannot be read again from its beginning.
        let charge = try context.memory.charge()
        return try await offload {
          try readAll(STDIN_FILENO, shown: "the standard input", charge)
        }
      }
      let real = try host.grants.readable(path)
      return try await context.offloadCharged { try read(real, shown: path, $0) }
    }
    module.asyncFunction(
      "info", "Says how large a file is, and when it was changed.", path,
      returns: "fs.info  what is known of it; nil, err when there is none",
      example: "local age = mix.time.now() - assert(mix.fs.info(\"chart.json\")).modified"
    ) { _, path in
      let real = try host.grants.readable(path)
      return try await offload { try info(real, shown: path) }
    }
    module.asyncFunction(
      "write", "Replaces a file as a whole: readers see the old content or the new.", path,
      Parameter("content", "text or bytes", Bytes.self),
      returns: "boolean  true; nil, err when it cannot be written",
      example: "assert(mix.fs.write(\"out.json\", mix.json.encode(songs)))"
    ) { _, path, content in
      let real = try host.grants.writable(path)
      try await offload { try write(content.bytes, to: real, shown: path) }
      return true
    }
    module.asyncFunction(
      "list", "The names in a folder, sorted.", path,
      returns: "string[]  names; nil, err when it cannot be read",
      example: "for _, name in ipairs(assert(mix.fs.list(\".\"))) do print(name) end"
    ) { context, path in
      let real = try host.grants.readable(path)
      return try await context.offloadCharged { try list(real, shown: path, $0) }
    }
    module.asyncFunction(
      "exists", "Whether a file or folder is there.", path,
      returns: "boolean  whether it is", example: "if mix.fs.exists(\"chart.json\") then load() end"
    ) { _, path in
      let real = try host.grants.readable(path)
      return try await offload { access(real, F_OK) == 0 }
    }
    module.asyncFunction(
      "bundled", "Reads a file that comes with mixhost.",
      Parameter("name", "below mixhost's own folder, such as docs/kworb_top10.json", String.self),
      returns: "string  its bytes; nil, err when there is none",
      example: "local chart = assert(mix.fs.bundled(\"docs/kworb_top10.json\"))"
    ) { context, name in
      let real = try bundled(name, host)
      return try await context.offloadCharged { try read(real, shown: name, $0) }
    }
    module.asyncFunction(
      "bundled_info", "As info, for a file that comes with mixhost.",
      Parameter("name", "below mixhost's own folder", String.self),
      returns: "fs.info  what is known of it; nil, err when there is none",
      example: "print(assert(mix.fs.bundled_info(\"docs/kworb_top10.json\")).size)"
    ) { _, name in
      let real = try bundled(name, host)
      return try await offload { try info(real, shown: name) }
    }
    module.function(
      "data", "Names a file in mixhost's own data folder, which scripts may write to.",
      Parameter("name", "below the folder, such as playlist/options.json", String.self),
      returns: "string  its absolute path; it need not be there",
      example: "assert(mix.fs.write(mix.fs.data(\"notes/last.txt\"), text))"
    ) { call, name in
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }), !name.contains("\0")
      else {
        throw call.badArgument("name", "a path below the data folder expected, got \"\(name)\"")
      }
      return host.home.data + "/" + name
    }
    module.shapes(
      TableShape(
        "fs.info", "What is known of a file.",
        [
          .init("size", "integer", "bytes"),
          .init("modified", "number", "when it was changed, in seconds since 1970"),
        ]))
    return module
  }

  /// The path of a file that comes with mixhost.
  private static func bundled(_ name: String, _ host: Host) throws -> String {
    guard let folder = host.settings.shareFolder else {
      throw HostError(kind: "io", message: "the files that come with mixhost were not found")
    }
    let real = try Grants.checked(folder + "/" + name)
    guard real.hasPrefix(Grants.resolved(folder) + "/") else {
      throw HostError.denied("\(name) is not below mixhost's own folder")
    }
    return real
  }

  private static func info(_ path: String, shown: String) throws -> LuaValue {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure("look at", shown, errno) }
    let modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    return .object(["size": .int(Int64(status.st_size)), "modified": .number(modified)])
  }

  private static func read(
    _ path: String, shown: String, _ charge: MemoryCharge
  ) throws -> ChargedBytes {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("read", shown, errno) }
    defer { close(file) }
    return try readAll(file, shown: shown, charge)
  }

  /// What is left of a file. Its size is charged before room for it is made; one that grows meanwhile, and
  /// a pipe, as the bytes come.
  private static func readAll(
    _ file: Int32, shown: String, _ charge: MemoryCharge
  ) throws -> ChargedBytes {
    var status = stat()
    let isFile = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let expected = isFile ? Int(status.st_size) : 0
    guard expected <= mostBytes else { throw tooLarge(shown) }
    var block = [UInt8](repeating: 0, count: 262_144)
    try charge.grow(by: expected + block.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    while true {
      let count = Glibc.read(file, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", shown, errno) }
      if count == 0 { return ChargedBytes(bytes, charge) }
      guard bytes.count + count <= mostBytes else { throw tooLarge(shown) }
      // An array that is full doubles.
      let room = bytes.count + count > bytes.capacity ? 2 * (bytes.count + count) : bytes.capacity
      try charge.set(room + block.count)
      bytes += block[..<count]
    }
  }

  private static func tooLarge(_ shown: String) -> HostError {
    HostError(kind: "io", message: "cannot read \(shown): it is larger than 256 MB")
  }

  private static func write(_ bytes: [UInt8], to path: String, shown: String) throws {
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw failure("write", shown, EISDIR)
      // A device or a pipe is written to: a file must not take its place.
      default: return try append(bytes, to: path, shown: shown)
      }
    }
    do { try PrivateFile.write(bytes, to: path) } catch let error as FileError {
      throw failure("write", shown, error.code)
    }
  }

  private static func append(_ bytes: [UInt8], to path: String, shown: String) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw failure("write", shown, errno) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("write", shown, errno) }
      rest = rest.dropFirst(count)
    }
  }

  private static func list(
    _ path: String, shown: String, _ charge: MemoryCharge
  ) throws -> [String] {
    guard let folder = opendir(path) else { throw failure("list", shown, errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      try charge.grow(by: 48 + name.utf8.count)
      names.append(name)
    }
    return names.sorted()
  }

  private static func failure(_ operation: String, _ path: String, _ code: Int32) -> HostError {
    HostError(
      kind: "io", message: "cannot \(operation) \(path): \(String(cString: strerror(code)))",
      fields: ["path": .string(path), "errno": .int(Int64(code))])
  }
}
