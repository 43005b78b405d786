import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Notation
import Terminal

extension CacheCommand {
  /// `cache show`: shows the stored answer to an address.
  struct Show: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the stored answer to an address.")

    @Argument(help: "The address, as scripts name it.")
    var url: String

    mutating func run(_ options: GlobalOptions) throws {
      let url = url
      try CacheCommand.onReactor(options) { caches in
        let answers = await caches.answers.answers(to: url)
        if answers.isEmpty { throw CommandFailure("nothing is stored for \(url)") }
        return answers.map(Self.text).joined(separator: "\n")
      }
    }

    private static func text(_ answer: StoredAnswer) -> String {
      var lines = [
        answer.url, "status    \(answer.status)", "arrived   \(HTTPDate.format(answer.arrived))",
        "fresh     \(freshness(answer))", "body      \(ByteSize.format(answer.bytes))",
      ]
      for name in ["Content-Type", "Cache-Control", "ETag", "Last-Modified", "Vary"] {
        if let value = answer.headers[name] { lines.append("\(name): \(value)") }
      }
      return lines.map { VisibleText.line($0) + "\n" }.joined()
    }

    private static func freshness(_ answer: StoredAnswer) -> String {
      let time = DurationText.format(abs(answer.freshFor).rounded())
      let byRules = answer.freshFor > 0 ? "for \(time) more" : "no more, for \(time)"
      return answer.needsTTL ? "for callers that name a ttl" : byRules
    }
  }

  /// `cache forget`: removes the stored answers of an address or a host name.
  struct Forget: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes the stored answers of an address or a host.")

    @Argument(help: "An address, or a host with or without its port.")
    var what: String

    mutating func run(_ options: GlobalOptions) throws {
      let what = what
      try CacheCommand.onReactor(options) { caches in
        let count =
          what.contains("://")
          ? await caches.answers.forget(url: what) : await caches.answers.forget(host: what)
        if count == 0 { throw CommandFailure("nothing is stored for \(what)") }
        return "removed \(count) \(count == 1 ? "answer" : "answers")\n"
      }
    }
  }
}
