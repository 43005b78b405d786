import Glibc
import HostSetup
import MixCore

/// A report as one JSON document.
enum SpecJSON {
  static func text(_ report: SpecReport) -> String {
    let files = report.files.map { file in
      object([
        ("file", quoted(file.path)), ("seconds", seconds(file.seconds)),
        ("tests", "[\(file.results.map(test).joined(separator: ","))]"),
      ])
    }
    var fields = [("ok", "\(report.isGood)")]
    for status in SpecResult.Status.allCases where (status == .listed) == report.lists {
      fields.append((status.rawValue, "\(report.count(status))"))
    }
    fields += [
      ("seconds", seconds(report.seconds)), ("seed", report.seed.map(String.init) ?? "null"),
      ("files", "[\(files.joined(separator: ","))]"),
    ]
    return object(fields) + "\n"
  }

  private static func test(_ result: SpecResult) -> String {
    object([
      ("name", quoted(result.name)), ("status", quoted(result.status.rawValue)),
      ("line", result.line.map(String.init) ?? "null"), ("seconds", seconds(result.seconds)),
      ("message", result.message.map(quoted) ?? "null"),
      ("position", result.position.map(quoted) ?? "null"),
      ("trace", "[\(result.trace.map(quoted).joined(separator: ","))]"),
      ("output", quoted(result.output)),
    ])
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{\(fields.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
  }

  /// Seconds with microseconds.
  static func seconds(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }

  private static func quoted(_ text: String) -> String { LogLine.quoted(text) }
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
