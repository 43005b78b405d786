/// The languages of a request, and those of the mock: English, and German as far as
/// somebody has translated it.
struct TMDBLanguage: Sendable {
  private let code: String
  /// nil: all of them.
  private let videoLanguages: [String]?

  /// English.
  init() {
    code = "en"
    videoLanguages = nil
  }

  init(_ query: QueryString) {
    code = String((query["language"] ?? "en").prefix(2))
    videoLanguages = query["include_video_language"]?.split(separator: ",").map(String.init)
  }

  private var isGerman: Bool { code == "de" }

  /// Every other title has a German one; the rest keep their original.
  func name(of title: TMDBTitle) -> String {
    isGerman && title.index.isMultiple(of: 2) ? "\(title.title) (deutsch)" : title.title
  }

  /// Empty where nobody has translated it, as at the service.
  func overview(of title: TMDBTitle) -> String {
    if !isGerman { return Self.english(title) }
    return title.index.isMultiple(of: 2) ? "Eine Geschichte, die alles verändert." : ""
  }

  func genre(_ name: String) -> String { isGerman ? Self.german[name] ?? name : name }

  /// The translation that every title has.
  func english(_ title: TMDBTitle) -> JSONValue {
    let data = JSONValue.object([
      (title.kind.titleField, .string(title.title)), ("overview", .string(Self.english(title))),
    ])
    return .object([("iso_639_1", .string("en")), ("iso_3166_1", .string("US")), ("data", data)])
  }

  /// Whether videos of a language are asked for.
  func takesVideo(_ language: String) -> Bool {
    videoLanguages.map { $0.contains(language) } ?? true
  }

  private static func english(_ title: TMDBTitle) -> String {
    TMDBVocabulary.overviews[title.index % TMDBVocabulary.overviews.count]
  }

  private static let german = [
    "Adventure": "Abenteuer", "Comedy": "Komödie", "Crime": "Krimi",
    "Documentary": "Dokumentarfilm", "Family": "Familie", "History": "Historie", "Music": "Musik",
    "Romance": "Liebesfilm", "TV Movie": "TV-Film", "War": "Kriegsfilm",
  ]
}
