import FoundationEssentials
import ScriptHost
import Testing

@Suite("mix.random")
struct RandomTests {
  private static let folder = Checkout.fixtures + "/playlist/"

  /// Runs a check for each row of a fixture; it returns what differs.
  private func differing(_ fixture: String, _ check: String) async throws -> LuaValue {
    let bytes = try Data(contentsOf: URL(filePath: Self.folder + fixture))
    let host = await TestHost()
    await host.provide([UInt8](bytes))
    return try await host.run(
      """
      local rows, wrong = assert(mix.json.decode(mix.input.bytes())), {}
      local function same(what, wanted, got)
        if mix.json.encode(wanted) ~= mix.json.encode(got) then
          wrong[#wrong + 1] = what .. ': ' .. mix.json.encode(got)
        end
      end
      local function numbers(count)
        local list = {}
        for place = 1, count do list[place] = place - 1 end
        return list
      end
      for _, row in ipairs(rows) do
        \(check)
      end
      return {#rows, table.concat(wrong, '; ')}
      """
    ).first ?? .nil
  }

  @Test("Numbers, ranges, shuffles and samples are CPython 3.11's, for seeds of every type")
  func likePython() async throws {
    let result = try await differing(
      "cpython_random.json",
      """
      local seed = row.seed
      if type(seed) == 'table' and seed.float then seed = tonumber(seed.float) or math.huge end
      local r, name = mix.random.new(seed), mix.json.encode(row.seed)
      for i, wanted in ipairs(row.random) do same(name .. ' random ' .. i, wanted, r:random()) end
      for _, bits in ipairs(row.bits) do
        local got = r:getrandbits(bits[1])
        if type(got) == 'table' then got = got.int end
        same(name .. ' bits ' .. bits[1], bits[2], tostring(got))
      end
      for i, range in ipairs(row.ranges) do
        local given = table.move(range, 1, #range - 1, 1, {})
        same(name .. ' range ' .. i, range[#range], r:randrange(table.unpack(given)))
      end
      local list = numbers(30)
      r:shuffle(list)
      same(name .. ' shuffle', row.shuffle, list)
      for _, sample in ipairs(row.samples) do
        same(name .. ' sample ' .. sample[1], sample[3], r:sample(numbers(sample[1]), sample[2]))
      end
      same(name .. ' after', row.after, r:random())
      """)
    #expect(result == .array([.int(25), .string("")]))
  }

  @Test("The desktop program's seeds give its numbers")
  func golden() async throws {
    let result = try await differing(
      "python_random.json",
      """
      local r = mix.random.new(row.seed)
      for _, wanted in ipairs(row.random5) do same(row.seed .. ' random', wanted, r:random()) end
      r = mix.random.new(row.seed)
      for _, wanted in ipairs(row.getrandbits32x5) do
        same(row.seed .. ' bits', wanted, r:getrandbits(32))
      end
      local list = numbers(10)
      mix.random.new(row.seed):shuffle(list)
      same(row.seed .. ' shuffle', row['shuffle0..9'], list)
      """)
    #expect(result == .array([.int(4), .string("")]))
  }

  @Test(
    "Wrong use says what is expected",
    arguments: [
      ("mix.random.new()", "a number, a text or {int = \"…\"} expected, got"),
      ("mix.random.new({int = '12x'})", "takes a text of a sign and at most 10,000 digits"),
      ("mix.random.new({})", "takes a text of a sign"),
      ("mix.random.new(1):getrandbits(-1)", "0 to 100000 expected, got -1"),
      ("mix.random.new(1):randrange(0)", "the range 0, 0, 1 is empty"),
      ("mix.random.new(1):randrange(1, 5, 0)", "a number other than 0 expected"),
      ("mix.random.new(1):sample({1, 2}, 3)", "0 to 2, the list's length, expected, got 3"),
    ])
  func misuse(expression: String, message: String) async throws {
    let host = await TestHost()
    let said = await host.message("return \(expression)")
    #expect(said.contains(message), "\(said)")
  }

  @Test("Short lists, no bits and equal seeds")
  func edges() async throws {
    let host = await TestHost()
    #expect(try await host.value("mix.random.new(1):getrandbits(0)") == .int(0))
    #expect(try await host.value("#mix.random.new(1):sample({}, 0)") == .int(0))
    let equal = try await host.run(
      """
      local one, two = {'a'}, {}
      mix.random.new(1):shuffle(one)
      mix.random.new(1):shuffle(two)
      return one[1] == 'a' and #two == 0
        and mix.random.new('x'):random() == mix.random.new('x'):random()
        and mix.random.new(3):random() == mix.random.new({int = '3'}):random()
      """)
    #expect(equal.first == .bool(true))
  }
}
