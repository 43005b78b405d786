internal import Notation

/// How a library's export stands against the truth of the catalogue.
public struct BookScore: Sendable, Equatable {
  /// Enriched from the right work; or nothing found where no service has the work.
  public private(set) var right = 0
  /// Enriched from another work.
  public private(set) var wrongMatched = 0
  /// Left for the user to review; that is not right.
  public private(set) var uncertain = 0
  /// Not enriched, though a service has the work.
  public private(set) var missed = 0
  /// Works in the file that are not of the catalogue; they are not counted.
  public private(set) var foreign = 0

  /// One line of JSON: `{"right":…,"wrong_matched":…,"uncertain":…,"missed":…}`.
  public var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    for (name, count) in [
      ("right", right), ("wrong_matched", wrongMatched), ("uncertain", uncertain),
      ("missed", missed),
    ] {
      writer.name(name)
      writer.integer(count)
    }
    writer.endObject()
    return writer.text
  }

  private struct Work {
    var status: String?
    var identifiers: [String: String] = [:]

    /// nil for anything that is not a work.
    init?(_ json: JSON) {
      guard case .object = json else { return nil }
      switch json["status"] {
      case .string(let text): status = text
      case .null, nil: break
      default: return nil
      }
      switch json["identifiers"] {
      case .object(let members):
        for member in members {
          guard case .string(let text) = member.value else { return nil }
          identifiers[member.name] = text
        }
      case .null, nil: break
      default: return nil
      }
    }
  }

  /// Reads what `scripts/enrich.lua export --format json` wrote.
  /// - Throws: ``BookScoreError`` when it is not such a document.
  public init(export bytes: [UInt8], options: MockOptions = MockOptions()) throws {
    let document = try? JSONReader.read(bytes)
    guard case .array(let list)? = document?["works"] ?? document else { throw Self.noExport }
    let works = list.compactMap(Work.init)
    guard works.count == list.count else { throw Self.noExport }
    let catalogue = BookCatalogue(seed: options.seed, size: options.books)
    for work in works { count(work, in: catalogue) }
  }

  private static let noExport = BookScoreError(
    description: "no export of works as JSON: a list of objects with status and identifiers "
      + "is expected")

  private mutating func count(_ work: Work, in catalogue: BookCatalogue) {
    let identifiers = work.identifiers
    guard let index = identifiers["goodreads"].flatMap(Int.init).flatMap(ExportedBooks.book),
      index < catalogue.size
    else { return foreign += 1 }
    switch work.status {
    case "enriched":
      let sources = Self.listings(identifiers)
      if !sources.isEmpty, sources.allSatisfy({ $0 == index * BookListing.perBook }) {
        right += 1
      } else {
        wrongMatched += 1
      }
    case "uncertain": uncertain += 1
    case "not_found"
    where catalogue.lacks(index, at: .openLibrary) && catalogue.lacks(index, at: .googleBooks):
      right += 1
    default: missed += 1
    }
  }

  /// The numbers of the listings that a work was enriched from.
  private static func listings(_ identifiers: [String: String]) -> [Int] {
    [
      identifiers["olid"].flatMap(OpenLibraryID.listing(work:)),
      identifiers["google"].flatMap(GoogleVolumeID.number),
    ].compactMap { $0 }
  }
}

/// Why a file cannot be held against the catalogue.
public struct BookScoreError: Error, CustomStringConvertible {
  /// One sentence for the user.
  public let description: String
}
