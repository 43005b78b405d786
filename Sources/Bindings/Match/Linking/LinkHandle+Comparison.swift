internal import MixCore
internal import ScriptHost

extension LinkHandle {
  static func addComparison(_ type: inout ObjectType<LinkHandle>) {
    type.asyncMethod(
      "compare",
      "Compares the next rows of the left table with those that share keys, by match rules, on several "
        + "cores, and keeps the decisions. Records are JSON objects. It continues where it stopped, by the "
        + "notes done, pairs and covered.",
      Parameter(
        "rules", "from mix.rules.load", ObjectArgument<RulesObject<MatchRules>>.self),
      .options(
        .init(
          "jobs", .integer(in: 1...64), "how many cores, 1 to 64 (default: all that there are)"),
        .init("rows", .integer(in: 1...100_000), "the most rows, 1 to 100,000 (default 4,000)"),
        most, common, share,
        .init(
          "within", .flag, "the left table with itself, each pair once (default false)")),
      returns: "link.progress?  how far it has come; nil after the last row",
      example: "while file:compare(rules) do end"
    ) { context, link, rules, options -> LuaValue in
      let jobs = options.int("jobs") ?? LinkComparison.cores
      let rows = options.int("rows") ?? 4_000
      let comparison = LinkComparison(
        file: link.file, crew: try rules.object.crew(of: jobs, memory: context.memory),
        search: search(options, before: "within"),
        frequencies: rules.object.frequencies, memory: context.memory)
      let done = try await namingFileErrors {
        try await OffloadedWork.during { try await comparison.run(rows: rows) }
      }
      guard let (last, counts, problems) = done else { return .nil }
      return .object([
        "row": .int(Int64(last)), "pairs": .int(Int64(counts.pairs)),
        "covered": .int(Int64(counts.covered)),
        "problems": .array(
          problems.map {
            .object([
              "left": .int(Int64($0.left)), "right": .int(Int64($0.right)),
              "message": .string($0.message),
            ])
          }),
      ])
    }
  }
}
