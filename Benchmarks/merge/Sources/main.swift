// Merges K sorted sources of records with three tie-breakers; items a second of CPU time and a checksum
// as JSON: of the merge alone, as the peers do it, and with the packing of the rows.
import Foundation
import MixCore

let width = 4
guard CommandLine.arguments.count == 2,
  let file = FileManager.default.contents(atPath: CommandLine.arguments[1])
else {
  FileHandle.standardError.write(Data("usage: merge-benchmark FILE\n".utf8))
  exit(2)
}

/// The sources' numbers, four an item: rating, popularity, type, id.
func readSources(_ file: Data) -> [[Double]] {
  file.withUnsafeBytes { bytes in
    var offset = 8
    return (0..<bytes.loadUnaligned(as: Int64.self)).map { _ in
      let count = Int(bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)) * width
      offset += 8
      defer { offset += count * 8 }
      return (0..<count).map {
        Double(bitPattern: bytes.loadUnaligned(fromByteOffset: offset + $0 * 8, as: UInt64.self))
      }
    }
  }
}

/// Packs the rows of all sources, and puts them in order.
func packed(_ sources: [[Double]]) throws -> KWayMerge {
  let merge = KWayMerge(
    sources: sources.count,
    keys: [MergeKey(.descending), MergeKey(.descending), MergeKey(), MergeKey()], lookahead: 40)
  for (place, numbers) in sources.enumerated() {
    merge.reserve(numbers.count / width, in: place)
    numbers.withUnsafeBufferPointer { merge.append(handlesFrom: 0, numbers: $0, to: place) }
    merge.settle(place)
    merge.finish(place)
  }
  return merge
}

let sources = readSources(file)
let items = Double(sources.reduce(0) { $0 + $1.count } / width)
var sum: UInt64 = 0
let start = clock()
let merge = try packed(sources)
let middle = clock()
while let row = try merge.next() {
  sum = (sum ^ UInt64(sources[row.source][row.handle * width + 3])) &* 0x100_0000_01B3
}
let end = clock()

func rate(_ ticks: clock_t) -> Int { Int(items / (Double(ticks) / Double(CLOCKS_PER_SEC))) }

let digits = String(sum, radix: 16)
let hex = String(repeating: "0", count: 16 - digits.count) + digits
print("{\"merge\": \(rate(end - middle)), \"all\": \(rate(end - start)), \"sum\": \"\(hex)\"}")
