/// The object of `mix.task.channel`: values that tasks pass to each other, in order.
final class TaskChannel: LuaObject {
  /// The largest capacity.
  static let mostCapacity = 1_000_000

  private let capacity: Int
  private var values = Line<KeptValue>()
  private var receivers = WaitLine()
  private var senders = WaitLine()
  private var isClosed = false

  /// Makes a channel.
  /// - Parameter capacity: number of values that it keeps until a task receives them.
  init(capacity: Int) { self.capacity = capacity }

  static let luaTypeName = "task.channel"
  static let luaType: ObjectType<TaskChannel> = {
    var type = ObjectType<TaskChannel>(
      "Hands values from task to task, in order: `for value in channel do … end` until it is closed."
    )
    type.description { "task.channel: \($0.values.count) of \($0.capacity)" }
    addSend(&type)
    type.asyncMethod(
      "receive", "Takes the oldest value; waits until there is one.",
      returns: "any  the value; nil when the channel is closed and empty",
      example: "local job = jobs:receive()",
      ready: { _, channel -> Several? in channel.take().map { Several($0) } }
    ) { context, channel -> Several in Several(try await channel.receive(context)) }
    type.method(
      "close",
      "Ends the channel: values that are in it can still be received, later and waiting sends return "
        + "nil, err (kind \"closed\").",
      example: "jobs:close()"
    ) { _, channel -> Nothing in
      channel.close()
      return Nothing()
    }
    type.method(
      "count", "How many values no task has received yet.", returns: "integer  0 to the capacity",
      example: "print(jobs:count())"
    ) { _, channel -> Int in channel.values.count }
    type.iterator(ready: { _, channel -> Several? in channel.take().map { Several($0) } }) {
      context, channel -> Several in
      Several(try await channel.receive(context))
    }
    return type
  }()

  private static func addSend(_ type: inout ObjectType<TaskChannel>) {
    type.asyncMethod(
      "send", "Hands a value to a task that receives; waits while the channel is full.",
      Parameter("value", "anything but nil", KeptValue?.self),
      returns: "boolean  true; nil, err (kind \"closed\") when the channel is closed",
      example: "jobs:send({id = 1})",
      ready: { _, channel, value -> Bool? in
        guard let value else {
          throw HostError.usage(
            "bad argument 'value' to task.channel:send: nil says that a channel is closed; send another "
              + "value")
        }
        return try channel.hand(value) ? true : nil
      }
    ) { context, channel, value -> Bool in
      // `ready` has refused nil; other tasks may have run since.
      guard let value, try !channel.hand(value) else { return true }
      let wait = SignalWait(context)
      channel.senders.append(wait, 1, value)
      _ = try await wait.value(context.state.reactor)
      return true
    }
  }

  /// Passes a value to a receiver or keeps it.
  /// - Returns: false when the sender has to wait.
  /// - Throws: ``HostError`` of kind `closed`.
  private func hand(_ value: KeptValue) throws -> Bool {
    if isClosed { throw Self.closed }
    if let receiver = receivers.next() {
      receiver.wait.end(.success(.init(source: receiver.source, values: [value])))
      return true
    }
    guard values.count < capacity else { return false }
    values.append(value)
    return true
  }

  /// The oldest value as a result, or Lua's nil when the channel is closed and empty; nil when the
  /// receiver has to wait.
  private func take() -> [any LuaResult]? {
    guard let value = values.popFirst() else {
      if let sender = released() { return [sender] }
      return isClosed ? [LuaValue.nil] : nil
    }
    if let next = released() { values.append(next) }
    return [value]
  }

  /// The value of the sender that has waited longest, which then continues; nil without one.
  private func released() -> KeptValue? {
    guard let sender = senders.next() else { return nil }
    sender.wait.end(.success(.init(source: sender.source, values: [])))
    return sender.value
  }

  private func receive(_ context: HostContext) async throws -> [any LuaResult] {
    if let values = take() { return values }
    let wait = SignalWait(context)
    receivers.append(wait, 1)
    return try await wait.value(context.state.reactor).values
  }

  private func close() {
    isClosed = true
    receivers.endAll([LuaValue.nil])
    while let sender = senders.next() { sender.wait.end(.failure(Self.closed)) }
  }

  private static var closed: HostError {
    HostError(kind: "closed", message: "the channel is closed: the value was not sent")
  }
}

extension TaskChannel: SelectSource {
  func ready() throws -> [any LuaResult]? { take() }

  func add(_ wait: SignalWait, _ position: Int) { receivers.append(wait, position) }
}
