import Hummingbird

/// Charts with mistakes in them: `GET /chart/fault/NAME.json`.
struct ChartFaultRoutes: Sendable {
  let chart: KworbChart

  func addRoutes(to router: some RouterMethods<MockContext>) {
    for fault in ChartRowFault.all {
      router.get("/chart/fault/\(fault.name).json") { request, context in
        context.note.change { $0.fault = fault.name }
        let everyRow = QueryString(request.uri.query)["all"] != nil
        return Response.json(.array(rows(fault, everyRow: everyRow)))
      }
    }
    for (name, document) in ChartDocumentFault.all {
      router.get("/chart/fault/\(name).json") { _, context in
        context.note.change { $0.fault = name }
        return Response.json(document(chart.entries))
      }
    }
    router.get("/chart/fault/html.json") { _, context in
      context.note.change { $0.fault = "html" }
      return FaultAnswer.portal
    }
  }

  /// The chart with a mistake in the rows 2, 5, 8, … or in every row. Of large rows there is one.
  private func rows(_ fault: ChartRowFault, everyRow: Bool) -> [JSONValue] {
    if fault.isLarge {
      let first = chart.entries.prefix(1)
      return first.map(fault.spoil) + (everyRow ? [] : chart.entries.dropFirst().map(\.json))
    }
    return chart.entries.enumerated().map { index, entry in
      everyRow || index % 3 == 1 ? fault.spoil(entry) : entry.json
    }
  }
}

extension KworbChart.Entry {
  /// The row as the chart has it.
  var json: JSONValue { json() }

  /// The row with other values; nil leaves a member out.
  func json(
    rank: JSONValue?? = .none, title: JSONValue?? = .none, artist: JSONValue?? = .none
  ) -> JSONValue {
    let members: [(String, JSONValue?)] = [
      ("rank", rank ?? .int(self.rank)), ("title", title ?? .string(self.title)),
      ("artist", artist ?? .string(self.artist)),
    ]
    return .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}
