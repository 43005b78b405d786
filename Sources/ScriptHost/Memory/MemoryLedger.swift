internal import CLua
internal import Reactor
internal import Synchronization

// @unchecked Sendable: the record's numbers are atomic or constant, and what leads to the state lies
// behind a lock; `collected` is used on the reactor's thread alone.
/// The memory that one engine's scripts make the process hold: Lua's and the host's, under one limit
/// (`--max-memory`). Any thread may charge it.
///
/// Everything that a script can make large is charged: bodies, files, copies of its tables. The allocator of
/// Lua looks at the same sum.
public final class MemoryLedger: @unchecked Sendable {  // reason: see above
  let record: UnsafeMutablePointer<clua_ledger>
  // Which thread is the engine's. Not the reactor itself: work that it gets after its end stays with it, and
  // would keep the ledger, and by that the reactor.
  private let reactor: UnsafeRawPointer
  // Not weak: an object with weak references counts all of its references on Swift's slow path, and
  // every host call counts some of the state's. It is opened and closed by the state itself.
  private let opened = Mutex(OpenedState())
  // As long as the state is open; apart from it, because the collector holds its lock for long.
  private let poster = Mutex<Reactor?>(nil)
  // The state whose garbage is being collected, with the lock held.
  private unowned(unsafe) var collected: ScriptState?

  /// - Parameter limit: bytes; 0: none.
  init(limit: Int, reactor: Reactor) {
    guard let record = clua_ledger_new(max(0, limit)) else {
      preconditionFailure("out of memory while starting the script engine")
    }
    self.record = record
    self.reactor = reactor.identity
  }

  deinit { clua_ledger_free(record) }

  /// Bytes that may be held; 0: no limit.
  public var limit: Int { record.pointee.limit }

  /// Bytes that are held.
  public var total: Int { clua_ledger_total(record) }

  /// The error of a script that needs more than the limit. No `pcall` catches it.
  public var exceeded: LimitExceeded { .memory(bytes: limit) }

  /// Adds bytes if the limit allows it. On the engine's reactor garbage is collected before that is
  /// denied.
  public func take(_ bytes: Int) -> Bool {
    if clua_ledger_take(record, bytes) { return true }
    return collect() && clua_ledger_take(record, bytes)
  }

  /// Takes off bytes that ``take(_:)`` or ``add(_:)`` has added.
  public func give(_ bytes: Int) { clua_ledger_remove(record, bytes) }

  /// Adds bytes whatever the limit: for small things, which the next allocation counts.
  func add(_ bytes: Int) { clua_ledger_add(record, bytes) }

  /// Charges bytes until the result is gone.
  /// - Throws: ``LimitExceeded`` when they do not fit.
  public func charge(_ bytes: Int = 0) throws -> MemoryCharge {
    let charge = MemoryCharge(self)
    try charge.grow(by: bytes)
    return charge
  }

  /// Collects Lua's garbage, and with it what the host holds for it. False elsewhere than on the
  /// engine's reactor.
  @discardableResult
  public func collect() -> Bool {
    guard Reactor.isCurrent(reactor), collected == nil else { return false }
    // The lock keeps a state that another thread gives up open until the collector is done.
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

/// The state of a ledger, as long as it is open.
private struct OpenedState: @unchecked Sendable {  // used with the ledger's lock held only
  unowned(unsafe) var state: ScriptState?
}

extension MemoryLedger {
  /// Says which state the ledger and its references belong to, or that it is about to be closed.
  func open(_ state: ScriptState?) {
    opened.withLock { $0.state = state }
    poster.withLock { $0 = state?.reactor }
  }

  /// Drops a registry reference of the state, unless that is closed; any thread.
  func release(reference id: Int32) {
    guard Reactor.isCurrent(reactor) else {
      poster.withLock { $0 }?.post { [self] in release(reference: id) }
      return
    }
    // The collector releases objects of the host while ``collect()`` holds the lock.
    if let collected { return luaL_unref(collected.main.pointer, LUA_REGISTRY, id) }
    opened.withLock { opened in
      if let state = opened.state { luaL_unref(state.main.pointer, LUA_REGISTRY, id) }
    }
  }
}

/// Bytes of a ``MemoryLedger`` that are held as long as this is.
public final class MemoryCharge: Sendable {
  private let ledger: MemoryLedger
  private let held = Atomic<Int>(0)

  init(_ ledger: MemoryLedger) { self.ledger = ledger }

  deinit { ledger.give(held.load(ordering: .relaxed)) }

  /// How many bytes are charged.
  public var bytes: Int { held.load(ordering: .relaxed) }

  /// Charges more bytes.
  /// - Throws: ``LimitExceeded`` when they do not fit; then nothing has changed.
  public func grow(by bytes: Int) throws {
    guard bytes > 0 else { return }
    guard ledger.take(bytes) else { throw ledger.exceeded }
    held.add(bytes, ordering: .relaxed)
  }

  /// Sets the charge, in bytes in all.
  /// - Throws: as ``grow(by:)``.
  public func set(_ bytes: Int) throws {
    let before = held.load(ordering: .relaxed)
    if bytes > before { return try grow(by: bytes - before) }
    held.subtract(before - bytes, ordering: .relaxed)
    ledger.give(before - bytes)
  }

  /// Charges nothing any more: its bytes go to Lua, which counts them itself.
  public func release() { ledger.give(held.exchange(0, ordering: .relaxed)) }
}

/// Bytes as a result, charged until Lua has them.
public struct ChargedBytes: LuaResult, Sendable {
  private let bytes: [UInt8]
  private let charge: MemoryCharge

  /// - Parameter charge: what the bytes are charged to.
  public init(_ bytes: [UInt8], _ charge: MemoryCharge) {
    self.bytes = bytes
    self.charge = charge
  }

  /// Pushes the value; returns how many results that makes.
  public func push(_ call: HostCall) -> Int32 {
    charge.release()
    call.stack.push(bytes)
    return 1
  }
}

extension HostCall {
  /// The limit of the script's engine.
  public var memory: MemoryLedger { state.ledger }
}

extension HostContext {
  /// The limit of the script's engine.
  public var memory: MemoryLedger { state.ledger }
}
