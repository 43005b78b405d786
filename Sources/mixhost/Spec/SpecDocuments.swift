import Glibc
import HostSetup
import MixCore
import Notation

/// A report as one JSON document.
enum SpecJSON {
  static func text(_ report: SpecReport) -> String {
    var writer = JSONWriter(escapes: .terminal)
    writer.beginObject()
    writer.name("ok")
    writer.bool(report.isGood)
    for status in SpecResult.Status.allCases where (status == .listed) == report.lists {
      writer.name(status.rawValue)
      writer.integer(report.count(status))
    }
    writer.name("seconds")
    writer.raw(seconds(report.seconds).utf8)
    writer.name("seed")
    writer.raw((report.seed.map(String.init) ?? "null").utf8)
    writer.name("files")
    writer.beginArray()
    for file in report.files { write(file, &writer) }
    writer.endArray()
    writer.endObject()
    return writer.text + "\n"
  }

  private static func write(_ file: SpecFileResult, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("file")
    writer.string(file.path)
    writer.name("seconds")
    writer.raw(seconds(file.seconds).utf8)
    writer.name("tests")
    writer.beginArray()
    for result in file.results { write(result, &writer) }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ result: SpecResult, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("name")
    writer.string(result.name)
    writer.name("status")
    writer.string(result.status.rawValue)
    writer.name("line")
    writer.raw((result.line.map(String.init) ?? "null").utf8)
    writer.name("seconds")
    writer.raw(seconds(result.seconds).utf8)
    writer.name("message")
    writer.string(result.message)
    writer.name("position")
    writer.string(result.position)
    writer.name("trace")
    writer.beginArray()
    for line in result.trace { writer.string(line) }
    writer.endArray()
    writer.name("output")
    writer.string(result.output)
    writer.endObject()
  }

  /// Seconds with microseconds.
  static func seconds(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }
}

/// A report in the JUnit form that test servers read (the Jenkins schema, junit-10.xsd).
enum JUnitReport {
  /// - Throws: ``CommandFailure`` when the file cannot be written.
  static func write(_ report: SpecReport, to path: String) throws {
    do { try PrivateFile.write(Array(text(report).utf8), to: path) } catch {
      throw CommandFailure("\(error)")
    }
  }

  static func text(_ report: SpecReport) -> String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    let all = report.files.flatMap(\.results)
    lines.append("<testsuites \(counts(all)) time=\"\(SpecJSON.seconds(report.seconds))\">")
    for file in report.files {
      lines.append(
        "  <testsuite name=\"\(escaped(file.path))\" \(counts(file.results)) "
          + "time=\"\(SpecJSON.seconds(file.seconds))\">")
      lines += file.results.map { test($0, file.path) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private static func counts(_ results: [SpecResult]) -> String {
    func count(_ status: SpecResult.Status) -> Int { results.count { $0.status == status } }
    return "tests=\"\(results.count)\" failures=\"\(count(.failed))\" errors=\"\(count(.error))\" "
      + "skipped=\"\(count(.pending))\""
  }

  private static func test(_ result: SpecResult, _ path: String) -> String {
    let line = result.line.map { " line=\"\($0)\"" } ?? ""
    let name = result.name.isEmpty ? path : result.name
    let head =
      "    <testcase classname=\"\(escaped(path))\" name=\"\(escaped(name))\" "
      + "file=\"\(escaped(path))\"\(line) time=\"\(SpecJSON.seconds(result.seconds))\""
    let message = result.message ?? ""
    let first = message.split(separator: "\n").first.map(String.init) ?? ""
    let body =
      ([message] + (result.position.map { ["at \($0)"] } ?? []) + result.trace)
      .joined(separator: "\n")
    switch result.status {
    case .passed, .listed: return head + "/>"
    case .pending:
      return "\(head)>\n      <skipped message=\"\(escaped(first))\"/>\n    </testcase>"
    case .failed, .error:
      let element = result.status == .failed ? "failure" : "error"
      return
        "\(head)>\n      <\(element) message=\"\(escaped(first))\">\(escaped(body))</\(element)>"
        + "\n    </testcase>"
    }
  }

  /// XML 1.0 has no form for control characters: they are replaced.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
