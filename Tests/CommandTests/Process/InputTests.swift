import Foundation
import Testing

/// `io.read` and `io.lines` of the real program.
@Suite("Standard input", .ownThreads)
struct InputTests {
  @Test func readsByTheFormatsOfLua() throws {
    let program = try Program([
      "read.lua": """
      print(io.read())
      print(io.read("n", "n"))
      print(io.read("L"))
      print(io.read(3), io.stdin:read(0))
      print((io.read("a"):gsub("\\n", "|")))
      print(io.read("a"), io.read(), io.read(0))
      """
    ])
    let outcome = try program.run("read.lua", input: "first\n 12 -0x1p4\nabcdef\nlast")
    #expect(outcome.errors == "")
    #expect(outcome.output == "first\n12\t-16.0\n\n\nabc\t\ndef|last\n\tnil\tnil\n")
  }

  @Test func readsLinesWhileOtherTasksGoOn() throws {
    let program = try Program()
    let code = "for line in io.lines() do io.write('[', line, ']') end"
    #expect(try program.run("-e", code, input: "a\n\nb").output == "[a][][b]")
    let mixed = "print(io.read(), mix.ui.read_line(), io.read('L'))"
    #expect(try program.run("-e", mixed, input: "a\nb\r\nc\n").output == "a\tb\tc\n\n")
  }

  @Test func namesAFormatThatIsNone() throws {
    let program = try Program()
    let outcome = try program.run("-e", "io.read('/etc/passwd')")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("only standard input can be read"))
  }

  /// Numerals, and texts that begin as one, between other characters: what is read, what fails, and what
  /// is left must be as in the reference implementation.
  @Test func readsNumbersAsTheReferenceImplementation() throws {
    let long = String(repeating: "1", count: 198)
    var texts = [
      "0x1p4", "0x.8p1", "0X1P+4", "0x", "0x.", "0xp1", "1e", "1e+", "1e5x", "1.5.5", "-.5", "+.5",
      "-",
      "+-1", "--1", ".", ".e1", "e1", "nan", "inf", "12abc", "0x12abcg", "1e400", "-0", "00012",
      "0b1",
      "9223372036854775807", "9223372036854775808", "0xffffffffffffffffff", "1_000", "1,5",
      "\u{b}5", "",
      "1-2", "1e5-2", "0x1e+5", "0x1p-", long + "12", long + "123", long + "1.5", long + "1e99",
      "-" + long + "1",
      "0x" + long, "0x" + long + "1",
    ]
    let alphabet = Array("0123456789xXaAfFeEpP+-. ")
    var generator = Lottery(state: 7)
    for _ in 0..<400 {
      texts.append(
        String(
          (0...Int.random(in: 0..<9, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? "0"
          }))
    }
    let program = try Program([
      "numbers.lua": """
      repeat
        local found = table.pack(io.read("n", "n"))
        local rest = io.read(1)
        print(found.n, math.type(found[1]), found[1], math.type(found[2]), found[2], rest)
      until not rest
      """
    ])
    let input = texts.joined(separator: "|")
    let ours = try program.run("numbers.lua", input: input)
    #expect(ours.errors == "")
    #expect(ours.output.split(separator: "\n").count > 400)
    let stock = Process()
    stock.executableURL = URL(filePath: "/usr/bin/env")
    stock.arguments = ["lua5.4", program.folder.path + "/numbers.lua"]
    try program.write("input", input)
    stock.standardInput = try FileHandle(
      forReadingFrom: program.folder.appending(path: "input"))
    let output = Pipe()
    stock.standardOutput = output
    try stock.run()
    let expected = output.fileHandleForReading.readDataToEndOfFile()
    stock.waitUntilExit()
    #expect(ours.output == String(decoding: expected, as: UTF8.self))
  }
}

/// The same numbers in every run.
private struct Lottery: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
