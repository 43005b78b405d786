import Foundation
import Testing

import MixCore

@Suite("csv-spectrum")
struct CSVSpectrumTests {
  private static let folder = (0..<4)
    .reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    .appending(path: "Fixtures/csv-spectrum")

  @Test(
    "Every file of the suite gives its JSON",
    arguments: [
      "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines",
      "newlines_crlf", "quotes_and_newlines", "simple", "simple_crlf", "utf8",
    ])
  func file(name: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: "csvs/\(name).csv"))
    let json = try Data(contentsOf: Self.folder.appending(path: "json/\(name).json"))
    let expected = try JSONDecoder().decode([[String: String]].self, from: json)
    var parser = CSVParser()
    var rows: [[String]] = []
    try parser.feed(bytes) { rows.append($0) }
    try parser.finish { rows.append($0) }
    let header = try #require(rows.first)
    #expect(rows.allSatisfy { $0.count == header.count })
    #expect(
      rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) } == expected)
  }
}
