internal import MixCore
internal import Notation
internal import Reactor
internal import ScriptHost

/// Facts about upstreams that need no request: `reach` and `upstream` of `mix.http`.
enum UpstreamFunctions {
  /// The longest wait for a connection, in seconds, unless the script says otherwise.
  private static let patience = 3.0

  static let failure = Shape(
    "http.failure", "How a request to a host last failed, in this or an earlier run.",
    [
      .init("time", "number", "when, in seconds since 1970; to within 5 s"),
      .init("kind", "string", "as the kind of an error of mix.http, or \"http\" for a status"),
      .init("status", "integer?", "the status of the answer, where one came"),
      .init("text", "string", "what happened"),
    ])

  static let state = Shape(
    "http.upstream", "The state of an upstream.",
    [
      .init("name", "string", "the host or named client that its limit is counted for"),
      .init("rate", "string?", "the declared limit, such as 20/min; nil: none"),
      .init("per_second", "number?", "requests a second that it takes: fewer after refusals"),
      .init("share", "number?", "that as a share of the declared limit, above 0, at most 1"),
      .init("paused_until", "number?", "the end of a pause that it asked for, seconds since 1970"),
      .init(
        "circuit_until", "number?",
        "when a host that could not be reached is asked again, seconds since 1970; of this run alone"
      ),
      .init("failure", "http.failure?", "how a request to its host last failed"),
    ])

  static let service = Shape(
    "http.service", "The declaration of a service in the programs' manifests.",
    [
      .init("base", "string", "its address, without a slash at the end"),
      .init("rate", "string?", "the declared limit, such as 20/min; nil: none"),
      .init("concurrency", "integer?", "requests in flight at once; nil: as for any host"),
      .init(
        "rate_limit_statuses", "integer[]", "statuses that mean \"too many requests\", besides 429"),
    ])

  static let minute = Shape(
    "http.minute", "The requests to a host within a minute.",
    [
      .init("host", "string", "whom"),
      .init("start", "integer", "when the minute began, in seconds since 1970"),
      .init("sent", "integer", "requests that were sent"),
      .init("failed", "integer", "those of them that failed"),
    ])

  private static func addTraffic(_ module: inout Module, _ host: any NetHost) {
    module.asyncFunction(
      "traffic",
      "Requests to hosts by the minute: of all processes of this home where a host has a rate limit, else of this one.",
      .options(
        .init("since", .duration, "how far back, at most two hours (default 1 h)")),
      returns: "http.minute[]  by time and host; minutes without requests are missing",
      example: "for _, m in ipairs(mix.http.traffic()) do print(m.host, m.sent) end"
    ) { _, options -> LuaValue in
      try host.grants.checkData(host.home.dataFile)
      let span = Int(clamping: options.number("since") ?? 3600)
      let start = Int(clamping: host.time.wall) - min(max(0, span), TrafficMinute.kept)
      let minutes = try await host.client().trafficMinutes(since: start / 60 * 60)
      return .array(
        minutes.map {
          .object([
            "host": .string($0.host), "start": .int(Int64($0.start)),
            "sent": .int(Int64($0.sent)), "failed": .int(Int64($0.failed)),
          ])
        })
    }
  }

  static func add(_ module: inout Module, _ host: any NetHost) {
    module.function(
      "service", "The declaration of a service in the programs' manifests.",
      Parameter("name", "its name among the upstreams, such as shop", String.self),
      returns: "http.service  its address and limits",
      example: "print(mix.http.service(\"shop\").base)"
    ) { _, name -> LuaValue in
      let upstream = try ClientOptions.upstream(name, host, for: "name' to mix.http.service")
      var fields: [String: LuaValue] = [
        "base": .string(upstream.canonical),
        "rate_limit_statuses": .array(
          upstream.limits.rateLimitStatuses.sorted().map { .int(Int64($0)) }),
      ]
      fields["rate"] = upstream.limits.rate.map { .string($0.text) }
      fields["concurrency"] = upstream.limits.concurrency.map { .int(Int64($0)) }
      return .object(fields)
    }
    module.function(
      "failure_class", "What a failure means: for this question, or for the next one as well.",
      Parameter("kind", "that of an error of mix.http, or a provider's own", String?.self),
      Parameter("status", "the answer's", Int?.self),
      returns: "\"refused\"|\"gone\"|\"passing\"|\"limit\"|\"lasting\"  the class",
      example: "print(mix.http.failure_class(\"http\", 503))  --> passing"
    ) { _, kind, status -> String in
      FailureClass(kind: kind ?? "", status: status).rawValue
    }
    module.asyncFunction(
      "reach",
      "Connects to an address, TLS included, and sends no request: whether a service can be reached.",
      Parameter("url", "an absolute https address", String.self),
      .options(.init("timeout", .duration, "the longest wait (default 3s)")),
      returns: "number  the seconds that it took; nil, err when there is no connection",
      example: "print(mix.http.reach(\"https://example.com\"))"
    ) { _, url, options -> Double in
      try RequestBuilder.checkLength(url)
      return try await host.client().reach(
        url, context: RequestContext(policy: host.grants.network),
        within: options.number("timeout") ?? patience)
    }
    addTraffic(&module, host)
    module.asyncFunction(
      "upstream",
      "The state of an upstream, without asking it: its limit, a pause, its last failure.",
      Parameter("url", "an address of it", String.self),
      .options(.init("client", .text, "the name of the client that asks it")),
      returns: "http.upstream  its state", example: "print(mix.http.upstream(url).paused_until)"
    ) { _, url, options -> LuaValue in
      try RequestBuilder.checkLength(url)
      let known = try await host.client().upstreamState(
        of: url, client: options.string("client"),
        context: RequestContext(policy: host.grants.network))
      return value(known)
    }
  }

  private static func value(_ known: UpstreamState) -> LuaValue {
    var fields: [String: LuaValue] = ["name": .string(known.name)]
    if let limit = known.limit {
      fields["rate"] = .string(limit.text)
      let perSecond = known.perSecond ?? limit.perSecond
      fields["per_second"] = .number(perSecond)
      fields["share"] = .number(min(1, perSecond / limit.perSecond))
    }
    fields["paused_until"] = known.pausedUntil.map(LuaValue.number)
    fields["circuit_until"] = known.circuitUntil.map(LuaValue.number)
    if let failure = known.failure {
      var last: [String: LuaValue] = [
        "time": .number(failure.time), "kind": .string(failure.kind),
        "text": .string(failure.text),
      ]
      last["status"] = failure.status.map { .int(Int64($0)) }
      fields["failure"] = .object(last)
    }
    return .object(fields)
  }
}
