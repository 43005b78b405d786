extension ID3Tag {
  /// All frames, with other people for a property. Others keep their places.
  /// - Throws: ``TagFailure`` for a list that is damaged.
  func people(
    _ key: String, _ place: (id: String, role: String), _ values: [String]
  ) throws -> [ID3Frame] {
    func own(_ people: [(role: String, name: String)]) -> [Int] {
      people.indices.filter { ID3Keys.key(ofRole: people[$0].role) == key }
    }
    let home =
      frames.firstIndex { !own($0.people ?? []).isEmpty }
      ?? (values.isEmpty ? nil : frames.firstIndex { $0.id == place.id })
    var all: [ID3Frame] = []
    for (index, frame) in frames.enumerated() {
      guard var people = frame.people, index == home || !own(people).isEmpty else {
        if index == home {
          throw TagFailure.unsupported("its list of people in ID3v2 \(frame.id) is damaged")
        }
        all.append(frame)
        continue
      }
      let old = own(people)
      let role = old.first.map { people[$0].role } ?? place.role.lowercased()
      people.replace(old, by: index == home ? values.map { (role, $0) } : [])
      if !people.isEmpty { all.append(list(frame.id, people, old: frame.encoding)) }
    }
    if home == nil, !values.isEmpty {
      all.append(list(place.id, values.map { (place.role.lowercased(), $0) }, old: nil))
    }
    return all
  }

  private func list(
    _ id: String, _ people: [(role: String, name: String)], old: ID3Text?
  ) -> ID3Frame {
    let texts = people.flatMap { [$0.role, $0.name] }
    let text = ID3Text.choose(texts, version: version, old: old)
    return ID3Frame(id, [text.rawValue] + text.encode(texts), version: version)
  }

  /// The frames for the values of a property.
  /// - Parameter old: the first frame that holds it now, whose identifier, description, language
  ///   and encoding stay where they fit.
  func made(_ key: String, _ values: [String], _ old: ID3Frame?) throws -> [ID3Frame] {
    if values.isEmpty { return [] }
    if key == "DATE" || key == "ORIGINALDATE", let value = values.first {
      return dates(key, value, old)
    }
    let found = ID3Keys.place(key, isShort: version == 2)
    let place = found.place
    let id = version == 2 ? place.short ?? place.id : place.id
    let label = old.flatMap { $0.id == id ? $0.label : nil } ?? found.label
    let text = ID3Text.choose([label] + values, version: version, old: old?.encoding)
    func one() throws -> String {
      guard values.count == 1 else { throw TagFailure.noPlace("several values of \(key)") }
      return values[0]
    }
    let content: [UInt8]
    switch place.shape {
    case .texts: content = [text.rawValue] + text.encode(values)
    case .userText: content = [text.rawValue] + text.encode([label] + values)
    case .comment:
      let language = old?.language ?? ID3Frame.noLanguage
      content = [text.rawValue] + language + text.encode([label, try one()])
    case .link: content = ID3Text.latin1(try one())
    case .userLink: content = [text.rawValue] + text.ended(label) + ID3Text.latin1(try one())
    case .identifier: content = ID3Text.latin1.ended(label) + Array(try one().utf8)
    }
    return [ID3Frame(id, content, version: version)]
  }

  /// The frames of a date. Before 2.4 there is no place for a month without its day: such a date is
  /// its year.
  private func dates(_ key: String, _ value: String, _ old: ID3Frame?) -> [ID3Frame] {
    func frame(_ id: String, _ value: String) -> ID3Frame {
      let text = ID3Text.choose([value], version: version, old: old?.encoding)
      return ID3Frame(id, [text.rawValue] + text.encode([value]), version: version)
    }
    if version == 4 {
      // TagLib writes a blank for the T of a moment (ISO 8601).
      let moment = String(value.map { $0 == " " ? "T" : $0 })
      return [frame(key == "DATE" ? "TDRC" : "TDOR", moment)]
    }
    let (year, day, time) = Self.parts(value)
    let ids = version == 2 ? ["TOR", "TYE", "TDA", "TIM"] : ["TORY", "TYER", "TDAT", "TIME"]
    guard key == "DATE" else { return [frame(ids[0], year)] }
    return zip(ids.dropFirst(), [year, day, time]).compactMap { id, value in
      value.map { frame(id, $0) }
    }
  }

  /// The year, DDMM and HHMM of a date in ISO 8601.
  private static func parts(_ value: String) -> (year: String, day: String?, time: String?) {
    let digits = value.split { !$0.isASCII || !$0.isNumber }.map(String.init)
    let isWhole = digits.count >= 3 && digits[1].count == 2 && digits[2].count == 2
    let isTimed = isWhole && digits.count >= 5
    return (
      digits.first ?? value, isWhole ? digits[2] + digits[1] : nil,
      isTimed ? digits[3] + digits[4] : nil
    )
  }
}
