import Bindings
import CIsolation
import Glibc
import HostSetup
import MixCore

/// The report of a crash of mixhost, with the functions that its addresses stand for: `mixhost doctor --crash FILE`.
struct CrashReport {
  /// A line of the stack: a file of code and an address in it, as `cisolation_report_crashes` prints them.
  private struct Frame {
    let file: String
    let address: String
  }

  private static let mark = " crashed, build "
  /// A crash prints 64 frames; each is an argument of `addr2line`.
  private static let mostFrames = 64
  /// How long `addr2line` may read symbols, in milliseconds.
  private static let patience: Int32 = 120_000
  private let heading: String
  private let build: String
  private let frames: [Frame]

  /// Reads a report, which may stand among other lines, such as those of a journal.
  /// - Throws: ``UsageError`` if there is none.
  init(_ text: String, name: String) throws {
    // Others may have written it: nothing that moves a terminal's cursor is shown.
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter { (" "..."~").contains($0) }))
    }
    guard let first = lines.lastIndex(where: { $0.contains(Self.mark) }),
      let mark = lines[first].firstRange(of: Self.mark),
      let start = lines[first].firstRange(of: "mixhost ")?.lowerBound
    else {
      throw UsageError(
        "\(name) has no report of a crash: a line \"mixhost … crashed, build …\" and those below it"
      )
    }
    heading = String(lines[first][start...])
    build = String(lines[first][mark.upperBound...].prefix { $0 != "," })
    var frames: [Frame] = []
    for line in lines[(first + 1)...].prefix(Self.mostFrames) {
      let words = line.split(separator: " ").suffix(2).map(String.init)
      guard words.count == 2, words[1].hasPrefix("0x"),
        UInt64(words[1].dropFirst(2), radix: 16) != nil
      else { break }
      frames.append(Frame(file: words[0], address: words[1]))
    }
    self.frames = frames
  }

  /// The report with a function and a line of source for each frame that has one.
  /// - Throws: ``UsageError`` for a report of another build, and where the symbols or `addr2line` are missing.
  func explained() throws -> String {
    guard build == Self.build else {
      throw UsageError(
        "the report is about build \(build), this is \(Self.build): install that version and its mixhost-dbgsym"
      )
    }
    let own = frames.filter { $0.file == "mixhost" }
    let names = try Self.names(own.map(\.address))
    var (lines, next) = ([heading], 0)
    for (number, frame) in frames.enumerated() {
      var place = "\(frame.file) \(frame.address)"
      if frame.file == "mixhost" {
        place = names[next]
        next += 1
      }
      lines.append("\(number < 10 ? " " : "")\(number)  \(place)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let build: String = {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * Int(CISOLATION_BUILD_BYTES) + 1) {
      text in
      guard let start = text.baseAddress else { return "" }
      cisolation_build(start)
      return String(cString: start)
    }
  }()

  /// Functions and lines of source at addresses of this program.
  private static func names(_ addresses: [String]) throws -> [String] {
    if addresses.isEmpty { return [] }
    let separate = "/usr/lib/debug/.build-id/\(build.prefix(2))/\(build.dropFirst(2)).debug"
    let symbols = access(separate, R_OK) == 0 ? separate : "/proc/\(getpid())/exe"
    let output = ProcessOutput.text(
      ["addr2line", "-f", "-e", symbols] + addresses, patience: patience)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 2 * addresses.count else {
      throw UsageError("addr2line does not run here; the package binutils has it")
    }
    // Stripped, a program still has names of functions that it takes from libraries; it has no lines.
    guard addresses.indices.contains(where: { !lines[2 * $0 + 1].hasPrefix("??") }) else {
      throw UsageError(
        "this mixhost has no symbols: install the package mixhost-dbgsym of this version")
    }
    return addresses.indices.map { index in
      "\(readable(lines[2 * index]))  \(lines[2 * index + 1])"
    }
  }

  /// A symbol of Swift as its source has it, any other as it is.
  private static func readable(_ symbol: String) -> String {
    guard let text = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return symbol }
    defer { free(text) }
    return String(cString: text)
  }
}
