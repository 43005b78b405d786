internal import CLua
internal import MixCore
internal import Notation
internal import ScriptHost

/// A text as its bytes in Lua's memory: neither copied nor decoded.
///
/// Contract: valid during the call, as the arguments stay on the stack. @unchecked Sendable: bodies of
/// synchronous functions run at once, on the thread of the call.
struct LentText: LuaArgument {
  static var luaTypeName: String { "string" }

  let bytes: UnsafeBufferPointer<UInt8>

  static func read(_ call: HostCall, _ index: Int32) -> LentText? {
    call.stack.withBytes(index) { LentText(bytes: $0) }
  }
}

/// A text that is brought to another form, all at once: longer ones would pass over the limits of time.
struct FoldableText: LuaArgument {
  static var luaTypeName: String { "string" }
  /// In bytes.
  private static let longest = 4_000_000

  let text: String

  static func read(_ call: HostCall, _ index: Int32) throws -> FoldableText? {
    let count = call.stack.withBytes(index) { $0.count }
    guard count ?? 0 <= longest else {
      throw HostError.usage(
        "a text of \(LongText.grouped(count ?? 0)) bytes is too long: "
          + "\(LongText.grouped(longest)) at most")
    }
    return call.stack.string(index).map(FoldableText.init(text:))
  }
}

/// The options that comparisons share.
struct ComparisonOptions {
  static let cutoff = Shape.Field(
    "cutoff", .number(in: 0...1), "0 to 1: a similarity below it is given as 0 (default 0)")
  static let scorer = Shape.Field(
    "scorer", .choice(of: TextScorer.self), "how texts are compared (default wratio)")
  static let processor = Shape.Field(
    "processor", .choice(of: TextForm.self),
    "what all texts are brought to first: fold or normalize (default: none)")

  let scorer: TextScorer
  let cutoff: Double
  let form: TextForm?

  init(_ options: Fields) {
    scorer = options.choice("scorer") ?? .wratio
    form = options.choice("processor")
    cutoff = options.number("cutoff") ?? 0
  }

}

/// A list of strings, read in place a part at a time.
///
/// Contract: valid during the call; the script's table must not change meanwhile.
struct LentTexts {
  private let call: HostCall
  private let table: TablePosition
  private let name: String

  /// How many elements the list has.
  let count: Int

  /// How many texts are read and compared at a time, so that they stay in the processor's cache.
  private static let part = 4096

  /// - Parameter name: the argument's, for errors.
  /// - Throws: ``HostError`` for a table that is not a list.
  init(_ call: HostCall, _ table: TablePosition, _ name: String) throws {
    self.call = call
    self.table = table
    self.name = name
    count = Int(lua_rawlen(call.stack.pointer, table.index))
    guard call.stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    var isEmpty = true
    if count == 0 { try call.stack.forEachPair(table.index) { isEmpty = false } }
    guard isEmpty else {
      throw call.badArgument(name, "a list expected, got a table without the keys 1…n")
    }
  }

  /// Hands out the texts part by part, with the place of the first of each, until `body` returns
  /// false.
  /// - Throws: ``HostError`` that names an element that is not a string; what `body` throws.
  func forEachPart(
    _ body: (UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>, Int) throws -> Bool
  ) throws {
    let room = min(count, Self.part)
    try withUnsafeTemporaryAllocation(of: clua_text.self, capacity: room) { texts in
      var start = 0
      while start < count {
        let size = min(room, count - start)
        let found = clua_list_texts(
          call.stack.pointer, table.index, Int64(start) + 1, size, texts.baseAddress)
        guard found == size else { throw wrongElement(start + found + 1) }
        // A pointer and a length, as a buffer is: both layouts are fixed.
        let goOn = try UnsafeBufferPointer(rebasing: texts[0..<size])
          .withMemoryRebound(to: UnsafeBufferPointer<UInt8>.self) { try body($0, start) }
        guard goOn else { return }
        start += size
      }
    }
  }

  /// All texts, in one list.
  func gathered(form: TextForm?, _ work: inout TextWork) throws -> TextList {
    let list = TextList(form: form)
    try forEachPart { texts, _ in
      try list.append(texts, &work)
      return true
    }
    return list
  }

  private func wrongElement(_ place: Int) -> HostError {
    lua_rawgeti(call.stack.pointer, table.index, Int64(place))
    defer { call.stack.pop() }
    return call.badArgument(
      name, "element \(place) is \(call.stack.typeName(-1)), string expected")
  }
}

/// Ends the comparison of two texts, which is not worth an allocation.
private struct PairWatch: TextWorkWatch {
  let context: HostContext

  func look(heldBytes: Int) throws { try context.checkpoint() }
}

/// Ends the comparison of lists, and charges the memory that these take.
private final class ListWatch: TextWorkWatch {
  private let context: HostContext
  private var charge: MemoryCharge?

  init(_ context: HostContext) { self.context = context }

  func look(heldBytes: Int) throws {
    try context.checkpoint()
    if let charge { return try charge.set(heldBytes) }
    if heldBytes > 0 { charge = try context.memory.charge(heldBytes) }
  }
}

extension HostCall {
  /// This call's budget for comparing two texts. It ends with the script's limit of time.
  func pairWork() -> TextWork { textWork(PairWatch(context: context)) }

  /// As ``pairWork()`` for each pair of lists; in a rule, which has 100 ms for everything, for all of them
  /// together. The memory of the lists counts in the script's limit.
  func listWork() -> TextWork { textWork(ListWatch(context)) }

  private func textWork(_ watch: some TextWorkWatch) -> TextWork {
    let isRule = clua_vm_of(stack.pointer).pointee.counting
    return TextWork(
      steps: isRule ? TextWork.rule : TextWork.program, isRenewed: !isRule, watch: watch)
  }

  /// A point where a form of a text that is being made ends with the script's limits.
  func textPace(_ count: Int) throws { try context.checkpoint() }
}
