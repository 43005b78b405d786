internal import MixCore
internal import Reactor
internal import ScriptHost

/// The batches of an import: one is written off the reactor while the script makes the next one.
final class ImportBatches {
  /// Records that go to the store together.
  private static let size = 3_000

  private let target: LibraryImport
  private let context: HostContext
  private let onSaved: LuaFunction?
  private var report = ImportReport()
  private var records: [WorkRecord] = []
  private var rows: [Int64] = []
  /// The charge of the records that wait to be written.
  private var charge: MemoryCharge
  private var writing: (rows: [Int64], charge: MemoryCharge, task: Task<Outcomes, any Error>)?

  private typealias Outcomes = [LibraryImport.Outcome]

  /// - Parameter onSaved: called with what is saved so far after each batch; nil: nothing is saved before
  ///   the end.
  init(_ target: LibraryImport, _ context: HostContext, onSaved: LuaFunction?) throws {
    self.target = target
    self.context = context
    self.onSaved = onSaved
    charge = try context.memory.charge()
  }

  /// Why a strict import brings nothing.
  var strictError: HostError? { report.strictError }

  /// The report of the import.
  var value: LuaValue { report.value }

  /// Reads all records and has them written, the last one included.
  func take(_ source: RecordSource) async throws {
    var position: Int64 = 0
    while let next = try await source.next(context, position, mark: LibraryImportFunction.mark) {
      position += 1
      try take(next, position)
      if records.count == Self.size { try await write() }
    }
    try await write()
    try await settle()
  }

  /// Waits for what is being written, after a failure elsewhere.
  func abandon() async { try? await settle() }

  private func take(_ next: RecordSource.Next, _ position: Int64) throws {
    var row = position
    do {
      switch next {
      case .rejected(let reason, let own):
        row = own ?? position
        throw RecordReader.Rejection(reason: reason)
      case .record(let value):
        if case .object(let members) = value, case .int(let own)? = members["row"] { row = own }
        try charge.grow(by: value.heldBytes)
        records.append(try RecordReader.read(value, requiresTitle: true))
        rows.append(row)
      }
    } catch let rejection as RecordReader.Rejection {
      report.reject(row, rejection.reason, keep: LibraryImportFunction.reported)
    }
  }

  private func write() async throws {
    try await settle()
    if records.isEmpty { return }
    let (records, target) = (records, target)
    // Not on the reactor, which the script keeps busy: the work begins at once.
    let task = Task.detached { try await offload { try target.add(records) } }
    writing = (rows, charge, task)
    self.records = []
    rows = []
    charge = try context.memory.charge()
  }

  private func settle() async throws {
    guard let (rows, charge, task) = writing.take() else { return }
    do {
      take(try await OffloadedWork.during { try await task.value }, rows)
    } catch let stopped as LibraryImport.Stopped {
      charge.release()
      // The saved part stays, so it counts; an error of the function matters less than the failure.
      take(stopped.saved, rows)
      if !stopped.saved.isEmpty { try? await tellSaved() }
      throw stopped.cause
    }
    charge.release()
    try await tellSaved()
  }

  private func take(_ outcomes: Outcomes, _ rows: [Int64]) {
    for (row, outcome) in zip(rows, outcomes) {
      report.take(row, outcome, keep: LibraryImportFunction.reported)
    }
  }

  private func tellSaved() async throws {
    // Not marked: nothing is held here, so the function may change the data file.
    if let onSaved { _ = try await context.callThrowing(onSaved, [report.counts]) }
  }
}
