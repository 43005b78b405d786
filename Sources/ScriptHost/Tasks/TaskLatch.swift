/// The object of `mix.task.latch`: a value that is set once and that any number of tasks can wait
/// for.
final class TaskLatch: LuaObject {
  private var value: (any LuaResult)?
  private var waiters = WaitLine()

  static let luaTypeName = "task.latch"
  static let luaType: ObjectType<TaskLatch> = {
    var type = ObjectType<TaskLatch>("A value that is set once; tasks wait for it.")
    type.description { $0.value == nil ? "task.latch" : "task.latch: set" }
    type.method(
      "set", "Sets the value and wakes all tasks that wait for it; only the first time counts.",
      Parameter("value", "what wait() returns (default true)", KeptValue?.self),
      returns: "boolean  false: it was set before", example: "ready:set()"
    ) { _, latch, value -> Bool in latch.set(value ?? true) }
    type.method(
      "is_set", "Whether the value is set.", returns: "boolean  whether it is",
      example: "if ready:is_set() then print(\"ready\") end"
    ) { _, latch -> Bool in latch.value != nil }
    type.asyncMethod(
      "wait", "Waits until the value is set.", returns: "any  the value",
      example: "local value = ready:wait()",
      ready: { _, latch -> Several? in latch.value.map { Several([$0]) } }
    ) { context, latch -> Several in
      if let value = latch.value { return Several([value]) }
      let wait = SignalWait(context)
      latch.waiters.append(wait, 1)
      return Several(try await wait.value(context.state.reactor).values)
    }
    return type
  }()

  private func set(_ new: any LuaResult) -> Bool {
    guard value == nil else { return false }
    value = new
    waiters.endAll([new])
    return true
  }
}

extension TaskLatch: SelectSource {
  func ready() throws -> [any LuaResult]? { value.map { [$0] } }

  func add(_ wait: SignalWait, _ position: Int) { waiters.append(wait, position) }
}
