import Foundation

/// A mock that runs for a test, apart from the program under test.
final class MockServerProcess {
  private let process = Process()
  private let input = Pipe()
  /// Such as `http://127.0.0.1:1234`.
  let address: String
  var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }

  convenience init(_ options: String...) throws { try self.init(options) }

  init(_ options: [String]) throws {
    process.executableURL = Program.products.appending(path: "mixhost")
    process.arguments = ["mock", "--port", "0", "--until-stdin-closes"] + options
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A {
      line += byte
    }
    let text = String(decoding: line, as: UTF8.self)
    address = text.range(of: "http://").map { String(text[$0.lowerBound...]) } ?? ""
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  deinit { stop() }
}
