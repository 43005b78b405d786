internal import CLua
internal import MixCore
internal import ScriptHost

/// `mix.random`: CPython's `random.Random`, for results that can be repeated.
enum RandomModule {
  static func make() -> Module {
    var module = Module(
      "random",
      "Random numbers from a seed, as CPython's random.Random gives them. Not for secrets.",
      rules: .allowed())
    module.function(
      "new", "Makes a generator: the same seed, the same numbers.",
      Parameter(
        "seed",
        "a number, a text (seeded as Python 3 does), or an integer of any size as {int = \"…\"}",
        ValuePosition.self, as: "number|string|random.integer"),
      returns: "random  with random, getrandbits, randrange, shuffle and sample",
      example: "local r = mix.random.new(1234); r:shuffle(tracks)"
    ) { call, seed in ObjectResult(RandomObject(PythonRandom(try read(seed, call)))) }
    module.type(RandomObject.luaType)
    module.shapes(
      Shape(
        "random.integer", "An integer that may be larger than Lua's.",
        [.init("int", "string", "a sign and decimal digits, at most 10,000")]))
    return module
  }

  private static func read(_ seed: ValuePosition, _ call: HostCall) throws -> RandomSeed {
    let stack = call.stack
    switch stack.kind(seed.index) {
    case .number:
      if lua_isinteger(stack.pointer, seed.index) != 0, let number = stack.integer(seed.index) {
        return RandomSeed(number)
      }
      return RandomSeed(stack.number(seed.index) ?? 0)
    case .string: return RandomSeed(bytes: stack.bytes(seed.index) ?? [])
    case .table:
      guard stack.reserve(2) else { throw HostError.usage("the Lua stack is full") }
      stack.pushRawField(seed.index, "int")
      defer { stack.pop() }
      if stack.kind(-1) == .string, let text = stack.string(-1),
        let seed = RandomSeed(decimal: text)
      {
        return seed
      }
      throw call.badArgument(
        "seed", "{int = \"…\"} takes a text of a sign and at most 10,000 digits")
    default:
      throw call.badArgument(
        "seed", "a number, a text or {int = \"…\"} expected, got \(stack.typeName(seed.index))")
    }
  }
}

/// `random`: what `mix.random.new` returns.
final class RandomObject: LuaObject {
  private static let mostBits = 100_000
  /// A list takes 0.1 s at most.
  private static let mostElements = 1_000_000

  private var random: PythonRandom

  init(_ random: PythonRandom) { self.random = random }

  /// The words of a Mersenne twister.
  var heldBytes: Int { 624 * 8 }

  static let luaTypeName = "random"
  static let luaType: ObjectType<RandomObject> = {
    var type = ObjectType<RandomObject>("A generator with a state of its own.")
    type.description { _ in "random" }
    addNumbers(&type)
    addLists(&type)
    return type
  }()

  private static func addNumbers(_ type: inout ObjectType<RandomObject>) {
    type.method(
      "random", "A number from 0 up to, without, 1.", returns: "number  53 random bits",
      example: "if r:random() < 0.5 then swap() end"
    ) { _, object in object.random.fraction() }
    type.method(
      "getrandbits", "An integer of random bits.",
      Parameter("k", "how many bits, 0 to 100,000", Int.self),
      returns: "integer|random.integer  an integer for at most 63 bits, {int = \"…\"} for more",
      example: "local seed = r:getrandbits(32)"
    ) { call, object, count in
      guard (0...mostBits).contains(count) else {
        throw call.badArgument("k", "0 to \(mostBits) expected, got \(count)")
      }
      if count <= 63 { return LuaValue.int(Int64(object.random.bits(count))) }
      return .object(["int": .string(object.random.wideBits(count).decimal)])
    }
    type.method(
      "randrange", "A whole number of a range, as Python's range(start, stop, step).",
      Parameter("start", "the first; alone: the end of a range from 0", Int64.self),
      Parameter("stop", "the end, not in the range", Int64?.self),
      Parameter("step", "the distance, not 0 (default 1)", Int64?.self),
      returns: "integer  one of the range",
      example: "local die = r:randrange(1, 7)"
    ) { call, object, start, stop, step in
      let range = (start: stop == nil ? 0 : start, stop: stop ?? start, step: step ?? 1)
      guard range.step != 0 else {
        throw call.badArgument("step", "a number other than 0 expected")
      }
      let count = count(from: range.start, to: range.stop, by: range.step)
      guard count > 0 else {
        throw call.badArgument(
          "start", "the range \(range.start), \(range.stop), \(range.step) is empty")
      }
      let place = Int64(bitPattern: object.random.below(count))
      return range.start &+ range.step &* place
    }
  }

  /// How many numbers a range has.
  private static func count(from start: Int64, to stop: Int64, by step: Int64) -> UInt64 {
    guard step > 0 ? start < stop : start > stop else { return 0 }
    let width = UInt64(bitPattern: step > 0 ? stop &- start : start &- stop)
    return (width - 1) / step.magnitude + 1
  }

  private static func addLists(_ type: inout ObjectType<RandomObject>) {
    type.method(
      "shuffle", "Shuffles a list in place.",
      Parameter(
        "list", "1…n, at most 1,000,000; what a rule was given is refused", TablePosition.self),
      example: "r:shuffle(tracks)"
    ) { call, object, list in
      let stack = call.stack
      guard !clua_was_view(stack.pointer, list.index) else {
        throw call.badArgument("list", "a rule only reads its arguments: shuffle a copy")
      }
      guard stack.reserve(4) else { throw HostError.usage("the Lua stack is full") }
      object.random.shuffle(count: try count(of: list, call)) { first, second in
        lua_rawgeti(stack.pointer, list.index, Int64(first) + 1)
        lua_rawgeti(stack.pointer, list.index, Int64(second) + 1)
        lua_rawseti(stack.pointer, list.index, Int64(first) + 1)
        lua_rawseti(stack.pointer, list.index, Int64(second) + 1)
      }
      return Nothing()
    }
    type.method(
      "sample", "Chooses elements of a list, each place at most once.",
      Parameter("list", "1…n, at most 1,000,000", TablePosition.self),
      Parameter("k", "how many, 0 to n", Int.self),
      returns: "any[]  in the order in which they were chosen",
      example: "local some = r:sample(tracks, 10)"
    ) { call, object, list, wanted in
      let stack = call.stack
      let count = try count(of: list, call)
      guard (0...count).contains(wanted) else {
        throw call.badArgument("k", "0 to \(count), the list's length, expected, got \(wanted)")
      }
      guard stack.reserve(4) else { throw HostError.usage("the Lua stack is full") }
      lua_createtable(stack.pointer, Int32(clamping: wanted), 0)
      for (place, chosen) in object.random.sample(wanted, of: count).enumerated() {
        lua_rawgeti(stack.pointer, list.index, Int64(chosen) + 1)
        lua_rawseti(stack.pointer, -2, Int64(place) + 1)
      }
      return Pushed(1)
    }
  }

  private static func count(of list: TablePosition, _ call: HostCall) throws -> Int {
    let count = Int(call.stack.rawLength(list.index))
    guard count <= mostElements else {
      throw call.badArgument("list", "at most \(mostElements) elements expected, got \(count)")
    }
    return count
  }
}
