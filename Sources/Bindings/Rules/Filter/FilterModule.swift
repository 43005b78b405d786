internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.filter`: what may be chosen, and what goes together.
enum FilterModule {
  static func make(_ host: any RulesHost) -> Module {
    var module = Module("filter", "Filters whose states are valid whatever is chosen.")
    addFilters(&module, host)
    addDates(&module, host)
    module.type(FilterSet.luaType)
    module.type(FilterStateObject.luaType)
    module.shapes(FilterStateObject.firingShape)
    for shape in FilterRules.shapes { module.shapes(shape) }
    return module
  }

  private static func addFilters(_ module: inout Module, _ host: any RulesHost) {
    module.function(
      "load", "Loads a filter from a rule file, as mix.rules.load does.",
      Parameter(
        "name", "\"filters/trailers\", or \"trailers\" for short; or a .lua file", String.self),
      .options(
        .init(
          "values", .table,
          "values that the script knows better, by field; such a field takes no others",
          as: "table<string, string[]>")),
      returns: "filter  whose states follow the file",
      example: "local filter = mix.filter.load(\"trailers\", {values = {genre = names}})"
    ) { call, name, options in
      let full = name.contains("/") || RuleName.isPath(name) ? name : "filters/" + name
      let filter = FilterSet(
        try RuleFollower<FilterRules>(loading: full, call, host),
        values: options.value("values") ?? .nil)
      _ = try filter.run("check", call)
      return ObjectResult(filter)
    }
    module.function(
      "define", "Makes a filter of a table, as a rule file returns it; `kind` may be left out.",
      Parameter("rules", "fields and invariants", LuaTable.self, as: "filter.rule"),
      returns: "filter  where states come from",
      example:
        "local filter = mix.filter.define{fields = {{name = \"sort\", values = {\"new\", \"old\"}}}}"
    ) { call, table in
      let origin = RuleOrigin(name: "inline", path: "the table of mix.filter.define")
      let rules = try FilterRules.read(table, origin, call)
      return ObjectResult(FilterSet(RuleFollower(fixed: rules, origin), values: .nil))
    }
  }

  private static func addDates(_ module: inout Module, _ host: any RulesHost) {
    let names = DateRange.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    module.function(
      "dates", "The days of a range, in the machine's time zone.",
      Parameter("range", "one of \(names)", String.self),
      Parameter("today", "the day to reckon from, 2026-11-21 (default: today)", String?.self),
      returns: "string?, string?  first and last day, 2026-11-01; nothing for allTime",
      example: "local from, to = mix.filter.dates(\"thisMonth\")"
    ) { call, name, day -> Several in
      guard let range = DateRange(rawValue: name) else {
        throw call.badArgument("range", "one of \(names) expected, got \"\(name)\"")
      }
      let today = day.map(CalendarDay.init) ?? CalendarDay.local(at: host.scriptTime.wall)
      guard let today else {
        throw call.badArgument("today", "a day such as 2026-11-21 expected, got \"\(day ?? "")\"")
      }
      let days = range.days(from: today)
      return Several(
        days.map { "\($0.lowerBound)" } as String?, days.map { "\($0.upperBound)" } as String?)
    }
  }
}
