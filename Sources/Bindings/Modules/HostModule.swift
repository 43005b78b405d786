internal import Glibc
internal import MixCore
internal import ScriptHost

/// `mix.host`: mixhost's own folders and files on this machine, and how this run stands to the network.
enum HostModule {
  static func make(_ host: Host) -> Module {
    var module = Module("host", "mixhost's own folders and files, and what kind of run this is.")
    module.function(
      "run", "This run: the release that runs it, and of which kind it is.",
      returns: "host.run  facts",
      example: "if mix.host.run().offline then print(\"no network\") end"
    ) { _ in
      let settings = host.settings
      return LuaValue.object([
        "version": .string(Release.version), "offline": .bool(settings.http.offline),
        "mock": .bool(settings.signsItselfIn),
      ])
    }
    addFiles(&module, host)
    addPrograms(&module, host)
    addStore(&module, host)
    module.shapes(run, folder, dataFile, cacheFile, store, storeTable)
    module.shapes(ProgramValues.program, ProgramValues.service, ProgramValues.problem)
    return module
  }

  private static let run = Shape(
    "host.run", "The facts of this run.",
    [
      .init("version", "string", "the release of mixhost, such as 0.3.0"),
      .init("offline", "boolean", "whether no upstream is asked"),
      .init(
        "mock", "boolean",
        "whether the upstreams are those of --mock, where log-ins follow themselves"),
    ])

  private static let folder = Shape(
    "host.folder", "A folder of mixhost's own.",
    [
      .init("name", "\"data\"|\"cache\"|\"config\"|\"state\"", "what it is for"),
      .init("path", "string", "where it is"),
      .init("exists", "boolean", "whether it is there; it is made with its first file"),
      .init("problem", "string?", "why no file can be written there; nil: it can"),
      .init("free", "integer?", "bytes that are left on its disk, where the system says"),
    ])

  private static let dataFile = Shape(
    "host.data_file", "The file of works, jobs and programs' records.",
    [
      .init("path", "string", "where it is"),
      .init("exists", "boolean", "whether it is there; it is made with the first work or job"),
      .init("bytes", "integer", "its size, the log's included"),
      .init("problem", "string?", "why it cannot be read or written; nil: it can"),
    ])

  private static let cacheFile = Shape(
    "host.cache_file", "The file of kept answers and values.",
    [
      .init("path", "string", "where it is"),
      .init("bytes", "integer", "its size, the log's included; 0 when there is none yet"),
      .init("max_bytes", "integer", "the setting cache.max_bytes, above which old entries go"),
    ])

  private static let storeTable = Shape(
    "host.store_table", "A table of a fleet's store.",
    [
      .init("name", "string", "its name"),
      .init("rows", "integer", "how many rows it has, as the server estimates"),
      .init("bytes", "integer", "its size with its indexes"),
    ])

  private static let store = Shape(
    "host.store", "The server that a fleet shares.",
    [
      .init("address", "string", "where it is, without a password"),
      .init("problem", "string?", "why it cannot be used, and what to do; nil: it can"),
      .init("reached", "number?", "seconds that connecting took; nil: it was not reached"),
      .init("version", "string?", "the version of PostgreSQL"),
      .init("schema", "string?", "where its tables are"),
      .init(
        "state", "\"missing\"|\"older\"|\"current\"|nil",
        "whose tables they are; what is missing or older is made by the next host that uses it"),
      .init("round_trip", "number?", "seconds of one round trip"),
      .init("clock_ahead", "number?", "seconds that this host's clock is ahead of the server's"),
      .init("tables", "host.store_table[]", "the tables, the largest first"),
      .init("refreshers", "string?", "the host that runs refreshers; nil: none does"),
    ])

  private static func addStore(_ module: inout Module, _ host: Host) {
    module.asyncFunction(
      "store", "The state of the server that a fleet shares; nothing is changed there.",
      returns: "host.store?  its state; nil without the setting store",
      example: "local s = mix.host.store(); print(s and s.problem)"
    ) { _ -> LuaValue in
      try host.grants.checkData(host.home.dataFile)
      guard let address = try host.storeAddress() else { return .nil }
      return try await offload { describe(StoreExamination(address)) }
    }
  }

  private static func describe(_ store: StoreExamination) -> LuaValue {
    var fields: [String: LuaValue] = [
      "address": .string(store.address),
      "tables": .array(
        store.sizes.map { table in
          .object([
            "name": .string(table.name), "rows": .int(Int64(table.rows)),
            "bytes": .int(Int64(table.bytes)),
          ])
        }),
    ]
    fields["problem"] = store.problem.map(LuaValue.string)
    fields["reached"] = store.reached.map(LuaValue.number)
    fields["version"] = store.version.map(LuaValue.string)
    fields["schema"] = store.schema.map(LuaValue.string)
    fields["state"] = store.tables.map { .string($0.rawValue) }
    fields["round_trip"] = store.roundTrip.map(LuaValue.number)
    fields["clock_ahead"] = store.clockAhead.map(LuaValue.number)
    fields["refreshers"] = store.refreshers.map(LuaValue.string)
    return .object(fields)
  }

  private static func addFiles(_ module: inout Module, _ host: Host) {
    let home = host.home
    module.asyncFunction(
      "folders",
      "mixhost's folders: writes a file of 4 KB into each that is there, and removes it.",
      returns: "host.folder[]  data, cache, config and state",
      example: "for _, f in ipairs(mix.host.folders()) do print(f.name, f.problem) end"
    ) { _ -> LuaValue in
      try host.grants.checkData(home.dataFile)
      let folders = [
        ("data", home.data), ("cache", home.cache), ("config", home.config), ("state", home.state),
      ]
      return try await offload {
        LuaValue.array(folders.map { value($0.0, FolderState($0.1)) })
      }
    }
    module.asyncFunction(
      "data_file", "Whether the file of works, jobs and programs' records can be read and written.",
      returns: "host.data_file  its state", example: "print(mix.host.data_file().problem)"
    ) { _ -> LuaValue in
      try host.grants.checkData(home.dataFile)
      return try await offload { describe(dataFile: home.dataFile) }
    }
    module.asyncFunction(
      "cache_file", "The size of the cache on disk, and its limit.",
      returns: "host.cache_file  its state",
      example: "local c = mix.host.cache_file(); print(c.bytes / c.max_bytes)"
    ) { _ -> LuaValue in
      try host.grants.checkData(home.dataFile)
      let limit = host.settings.cacheBytes
      return try await offload {
        .object([
          "path": .string(home.cacheFile), "bytes": .int(Int64(bytes(of: home.cacheFile))),
          "max_bytes": .int(Int64(limit)),
        ])
      }
    }
  }

  private static func addPrograms(_ module: inout Module, _ host: Host) {
    module.function(
      "services", "The services that have a folder: those that come with mixhost, and the user's.",
      returns: "string[]  their names, as in require(\"services.NAME.provider\")",
      example: "for _, name in ipairs(mix.host.services()) do print(name) end"
    ) { _ -> [String] in
      let programs = host.settings.configuration.registry.catalogue.programs
      return Set(programs.flatMap(\.services)).sorted()
    }
    module.function(
      "programs", "The programs that this mixhost knows, and the manifests that do not count.",
      returns: "host.program[], host.program_problem[]  those that come with mixhost first",
      example: "for _, p in ipairs(mix.host.programs()) do print(p.command, p.summary) end"
    ) { _ -> Several in
      try host.grants.checkData(host.home.dataFile)
      let catalogue = host.settings.configuration.registry.catalogue
      return Several(try ProgramValues.list(catalogue), ProgramValues.problems(catalogue))
    }
  }

  private static func value(_ name: String, _ folder: FolderState) -> LuaValue {
    var fields: [String: LuaValue] = [
      "name": .string(name), "path": .string(folder.path), "exists": .bool(folder.exists),
    ]
    fields["problem"] = folder.problem.map(LuaValue.string)
    fields["free"] = folder.free.map { .int(Int64($0)) }
    return .object(fields)
  }

  private static func describe(dataFile path: String) -> LuaValue {
    let exists = access(path, F_OK) == 0
    var fields: [String: LuaValue] = [
      "path": .string(path), "exists": .bool(exists), "bytes": .int(Int64(bytes(of: path))),
    ]
    // To open a file that is missing would make one.
    if exists {
      do {
        let file = try DataFile(path: path)
        try DataFileCheck(file).look()
        file.settle()
      } catch {
        fields["problem"] = .string("\(error)")
      }
    }
    return .object(fields)
  }

  /// The size of a database and its log, in bytes.
  private static func bytes(of path: String) -> Int {
    ["", "-wal"].reduce(0) { sum, end in
      var status = stat()
      return stat(path + end, &status) == 0 ? sum + Int(clamping: status.st_size) : sum
    }
  }
}
