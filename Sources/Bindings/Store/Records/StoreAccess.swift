internal import MixCore
internal import Reactor
internal import ScriptHost

/// The collections of the program that runs; the data file is opened at their first use.
final class StoreAccess {
  private unowned let host: any StoreHost
  /// The transaction whose function runs now: it cannot wait, so nothing else runs meanwhile.
  private(set) var transaction: StoreTransaction?
  private var collections: [String: StoreCollection] = [:]
  private var isPrepared = false
  private lazy var manifest = host.settings.program()
  private let file: StoreFile

  init(_ host: any StoreHost) {
    self.host = host
    file = StoreFile(host)
  }

  /// The program that runs.
  /// - Throws: ``HostError`` for a script that belongs to none.
  private func program() throws -> ProgramManifest {
    if let manifest { return manifest }
    throw HostError.usage(
      "only programs have collections, and this script belongs to none: put it into a folder with a "
        + "program.lua that declares them (mixhost programs new NAME)")
  }

  /// A collection to change that was opened before; nil: it has to be opened.
  func known(_ name: String) throws -> StoreCollection? {
    let program = try program()
    let name = CollectionName(name, of: program)
    if let known = collections[name.text] { return known }
    if name.program == program.name { _ = try program.declaration(name.collection) }
    return nil
  }

  /// Opens a declared collection, outside of a transaction.
  func open(_ name: String, _ context: HostContext) async throws -> StoreCollection {
    let program = try program()
    let wanted = CollectionName(name, of: program)
    guard wanted.program == program.name else {
      return try await foreign(wanted, program, context)
    }
    try await prepare(context)
    guard let known = try known(name) else { preconditionFailure("a collection was not opened") }
    return known
  }

  /// Opens a collection of another program, to read what is there now; a shared one of a program that
  /// comes with mixhost, to change it as well.
  private func foreign(
    _ name: CollectionName, _ program: ProgramManifest, _ context: HostContext
  ) async throws -> StoreCollection {
    guard program.grants.records.contains(name.text) else {
      throw HostError.denied(
        "the records \(name.text) are not granted to \(program.name): its manifest asks for them with "
          + "grants = { records = { \"\(name.text)\" } }")
    }
    guard let owner = host.settings.configuration.registry.catalogue.program(name.program) else {
      throw HostError.usage("there is no program \(name.program), whose records these would be")
    }
    let declared = try owner.declaration(name.collection)
    let isForeign = !(declared.isShared && owner.isBundled && program.isBundled)
    let rows = try await raisingDataErrors {
      try await apart(context) { [file] _ in
        let store = ProgramStore(try file.opened(), program: owner.records)
        guard try store.version() ?? owner.storeVersion == owner.storeVersion else {
          throw HostError(
            kind: "store",
            message: "the records of \(owner.name) have another form: run mixhost \(owner.command)")
        }
        return try store.open(declared, toRead: isForeign)
      }
    }
    let opened = StoreCollection(self, rows, isForeign: isForeign)
    if !isForeign { collections[name.text] = opened }
    return opened
  }

  /// Runs blocking work outside the reactor. The data it reads is charged to the script's memory.
  func apart<T: Sendable>(
    _ context: HostContext, _ work: @escaping @Sendable (MemoryCharge) throws -> T
  ) async throws -> T {
    try await context.offloadCharged(work)
  }

  /// At the end of a run: makes the file whole without its log.
  func settle() async {
    guard let file = file.known else { return }
    _ = try? await offload { file.settle() }
  }

  // MARK: Transactions

  /// Runs a function whose changes are saved together, or not at all.
  /// - Returns: the function's first result.
  func transact(_ function: LuaFunction, _ context: HostContext) async throws -> KeptValue {
    let program = try program()
    try await prepare(context)
    let transaction = try await begin(program, context)
    return try await complete(transaction) {
      try within(transaction, context, "mix.store.transaction") { call in
        function.push(call.stack)
        try context.callNow(
          on: call.stack, arguments: 0, results: 1, inside: "mix.store.transaction")
        defer { call.stack.pop() }
        return context.keep(call.stack, at: call.stack.count)
      }
    }
  }

  private func begin(
    _ program: ProgramManifest, _ context: HostContext
  ) async throws -> StoreTransaction {
    try await offloadReading(context.engine.reactor) { [file] in
      try StoreTransaction(file.opened(), program: program.records)
    }
  }

  /// Commits when `body` returns, and takes all back when it throws, whatever it throws. A server that
  /// is lost fails it alike at each step and at the commit.
  private func complete<T: Sendable>(
    _ transaction: StoreTransaction, _ body: () throws -> T
  ) async throws -> T {
    let value: T
    do { value = try body() } catch {
      try? transaction.cancel()
      throw transaction.loss ?? error
    }
    try await offload { try transaction.commit() }
    return value
  }

  private func within<T>(
    _ transaction: StoreTransaction, _ context: HostContext, _ name: String,
    _ body: (HostCall) throws -> T
  ) throws -> T {
    self.transaction = transaction
    defer { self.transaction = nil }
    return try context.withCall(name, body)
  }

  // MARK: Versions

  /// Before the first use: brings the records to the form that the manifest names.
  private func prepare(_ context: HostContext) async throws {
    if isPrepared { return }
    let program = try program()
    let stored = try await raisingDataErrors {
      try await apart(context) { [file] _ in
        let file = try file.opened()
        let store = ProgramStore(file, program: program.records)
        let version = try store.version()
        if version == nil, !file.isReadOnly { try store.setVersion(program.storeVersion) }
        return version
      }
    }
    if let stored, stored != program.storeVersion {
      try await migrate(program, context)
    }
    // All of them, and not within a transaction: what that makes may be taken back.
    let opened = try await raisingDataErrors {
      try await apart(context) { [file] _ in
        let store = ProgramStore(try file.opened(), program: program.records)
        return try program.collections.map { try store.open($0) }
      }
    }
    for rows in opened {
      let name = CollectionName(rows.declaration.name, of: program)
      collections[name.text] = StoreCollection(self, rows)
    }
    isPrepared = true
  }

  private func migrate(_ program: ProgramManifest, _ context: HostContext) async throws {
    let transaction = try await begin(program, context)
    try await complete(transaction) {
      let store = ProgramStore(try file.opened(), program: program.records, in: transaction)
      let migration = StoreMigration(program, store)
      try within(transaction, context, "mix.store.open") { call in
        try migration.run(call, context) { StoreCollection(self, $0) }
      }
    }
  }
}

/// The data file, opened at its first use; that of a recorded run, whose replay has no other start, is empty and
/// ends with it. Any thread: blocking work runs on many.
private final class StoreFile: Sendable {
  private unowned let host: any StoreHost
  private let file = Guarded<DataStore?>(nil)

  init(_ host: any StoreHost) { self.host = host }

  /// The file, if it was opened.
  var known: DataStore? { file.withLock { $0 } }

  /// Opens the file, which may block.
  func opened() throws -> DataStore {
    try file.withLock { [host] file in
      if let file { return file }
      try host.grants.checkData(host.home.dataFile)
      let isRecorded = host.settings.http.cassette != nil
      let made =
        try isRecorded
        ? DataStore(DataFile.inMemory())
        : DataStore.open(host.storeAddress(), dataFile: host.home.dataFile)
      file = made
      return made
    }
  }
}

extension ProgramManifest {
  /// The declaration of a collection.
  /// - Throws: ``HostError`` for one that it does not declare.
  fileprivate func declaration(_ name: String) throws -> CollectionDeclaration {
    if let declared = collections.first(where: { $0.name == name }) { return declared }
    let names = collections.map(\.name)
    throw HostError.usage(
      "\(path) declares no collection \"\(name)\""
        + (names.isEmpty ? "" : "; it has \(names.joined(separator: ", "))"))
  }
}
