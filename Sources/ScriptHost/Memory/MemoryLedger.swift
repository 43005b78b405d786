internal import CLua
internal import Reactor
internal import Synchronization

// @unchecked Sendable: the record's numbers are atomic or constant, the state is behind a lock, and
// `collected` is used on the reactor's thread only.
/// Counts the memory that one engine's scripts hold, Lua's and the host's, under one limit
/// (`--max-memory`). Any thread may charge it.
///
/// Everything that a script can make large is charged: bodies, files, copies of its tables. Lua's
/// allocator checks the same sum.
public final class MemoryLedger: @unchecked Sendable {  // reason: see above
  let record: UnsafeMutablePointer<clua_ledger>
  // Identifies the engine's reactor without a reference: jobs that a reactor receives after its end
  // stay in it and would keep the ledger, which would keep the reactor.
  private let reactor: UnsafeRawPointer
  // Not weak: an object with weak references counts all its references on Swift's slow path, and
  // every host call counts some of the state's. The state itself sets and clears this.
  private let opened = Mutex(OpenedState())
  // Set while the state is open; a separate lock, because the collector holds the state's for long.
  private let poster = Mutex<Reactor?>(nil)
  // The state whose garbage is being collected, while the lock is held.
  private unowned(unsafe) var collected: ScriptState?

  /// Makes a ledger.
  /// - Parameter limit: bytes; 0 for no limit.
  init(limit: Int, reactor: Reactor) {
    guard let record = clua_ledger_new(max(0, limit)) else {
      preconditionFailure("out of memory while starting the script engine")
    }
    self.record = record
    self.reactor = reactor.identity
  }

  deinit { clua_ledger_free(record) }

  /// Bytes that may be held; 0 for no limit.
  public var limit: Int { record.pointee.limit }

  /// Bytes that are held now.
  public var total: Int { clua_ledger_total(record) }

  /// The error of a script that needs more than the limit. No `pcall` catches it.
  public var exceeded: LimitExceeded { .memory(bytes: limit) }

  /// Adds bytes; false when the limit does not allow it. On the engine's reactor, garbage is
  /// collected before the request is refused.
  public func take(_ bytes: Int) -> Bool {
    if clua_ledger_take(record, bytes) { return true }
    return collect() && clua_ledger_take(record, bytes)
  }

  /// Takes off bytes that ``take(_:)`` or ``add(_:)`` added.
  public func give(_ bytes: Int) { clua_ledger_remove(record, bytes) }

  /// Adds bytes whatever the limit: for small objects, which the next allocation counts.
  func add(_ bytes: Int) { clua_ledger_add(record, bytes) }

  /// Charges bytes for the lifetime of the result.
  /// - Throws: ``LimitExceeded`` when they do not fit.
  public func charge(_ bytes: Int = 0) throws -> MemoryCharge {
    let charge = MemoryCharge(self)
    try charge.grow(by: bytes)
    return charge
  }

  /// Collects Lua's garbage and the host's objects behind it. Returns false except on the engine's
  /// reactor.
  @discardableResult
  public func collect() -> Bool {
    guard Reactor.isCurrent(reactor), collected == nil else { return false }
    // The lock keeps a state that another thread releases open until the collection ends.
    let state = opened.withLock { opened -> ScriptState? in
      guard let state = opened.state else { return nil }
      collected = state
      defer { collected = nil }
      clua_collect(state.main.pointer)
      return state
    }
    return state != nil
  }
}

/// The open state of a ledger.
private struct OpenedState: @unchecked Sendable {  // used with the ledger's lock held only
  unowned(unsafe) var state: ScriptState?
}

extension MemoryLedger {
  /// Sets the state that the ledger and its references belong to; nil when the state is about to
  /// close.
  func open(_ state: ScriptState?) {
    opened.withLock { $0.state = state }
    poster.withLock { $0 = state?.reactor }
  }

  /// Drops a registry reference of the state, unless the state is closed; any thread.
  func release(reference id: Int32) {
    guard Reactor.isCurrent(reactor) else {
      poster.withLock { $0 }?.post { [self] in release(reference: id) }
      return
    }
    // While ``collect()`` holds the lock, the collector releases objects of the host.
    if let collected { return luaL_unref(collected.main.pointer, LUA_REGISTRY, id) }
    opened.withLock { opened in
      if let state = opened.state { luaL_unref(state.main.pointer, LUA_REGISTRY, id) }
    }
  }
}

/// Bytes of a ``MemoryLedger`` that are charged for the lifetime of this object.
public final class MemoryCharge: Sendable {
  private let ledger: MemoryLedger
  private let held = Atomic<Int>(0)

  init(_ ledger: MemoryLedger) { self.ledger = ledger }

  deinit { ledger.give(held.load(ordering: .relaxed)) }

  /// Charged bytes.
  public var bytes: Int { held.load(ordering: .relaxed) }

  /// Charges more bytes.
  /// - Throws: ``LimitExceeded`` when they do not fit; then nothing has changed.
  public func grow(by bytes: Int) throws {
    guard bytes > 0 else { return }
    guard ledger.take(bytes) else { throw ledger.exceeded }
    held.add(bytes, ordering: .relaxed)
  }

  /// Sets the charge to a number of bytes.
  /// - Throws: ``LimitExceeded`` when they do not fit; then nothing has changed.
  public func set(_ bytes: Int) throws {
    let before = held.load(ordering: .relaxed)
    if bytes > before { return try grow(by: bytes - before) }
    held.subtract(before - bytes, ordering: .relaxed)
    ledger.give(before - bytes)
  }

  /// Ends the charge: Lua now owns the bytes and counts them itself.
  public func release() { ledger.give(held.exchange(0, ordering: .relaxed)) }
}

/// Bytes as a result, charged until Lua owns them.
public struct ChargedBytes: LuaResult, Sendable {
  private let bytes: [UInt8]
  private let charge: MemoryCharge

  /// Makes a result.
  /// - Parameter charge: the charge that holds the bytes.
  public init(_ bytes: [UInt8], _ charge: MemoryCharge) {
    self.bytes = bytes
    self.charge = charge
  }

  /// Pushes the bytes as a string; returns 1.
  public func push(_ call: HostCall) -> Int32 {
    charge.release()
    call.stack.push(bytes)
    return 1
  }
}

extension HostCall {
  /// The memory ledger of the script's engine.
  public var memory: MemoryLedger { state.ledger }
}

extension HostContext {
  /// The memory ledger of the script's engine.
  public var memory: MemoryLedger { state.ledger }
}
