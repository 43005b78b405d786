#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Notation

/// Draws covers and thumbnails: a ground in two colours of its own for each title, and letters. The
/// same title always looks alike.
struct DrawnPicture {
  /// Shades from the top to the bottom of the ground.
  private static let shades = 16
  /// How much of a point a letter covers, in steps.
  private static let steps = 8

  private let width: Int
  private let height: Int
  // A colour's place: the shape's bit, the shade, the letter's step.
  private var points: [UInt8]
  private let hue: Double
  private var digest: Digest

  /// A cover of a title with letters on it.
  static func cover(_ title: String, letters: String, width: Int, height: Int) -> [UInt8] {
    var picture = DrawnPicture(title, width, height)
    let edge = Double(min(width, height))
    let across = Double(picture.digest.below(100)) / 100
    picture.disc(
      x: across * Double(width), y: Double(height) * 0.95, radius: edge * (0.45 + across / 4))
    picture.write(letters)
    return picture.file
  }

  /// A thumbnail: hills below a low sun.
  static func landscape(_ name: String, width: Int, height: Int) -> [UInt8] {
    var picture = DrawnPicture(name, width, height)
    let (width, height) = (Double(width), Double(height))
    let place = 0.25 + Double(picture.digest.below(50)) / 100
    picture.strokes([[(place * width, height * 0.4)]], pen: height * 0.13)
    for hill in 0..<3 {
      let x = (Double(hill) * 0.45 + Double(picture.digest.below(20)) / 100) * width
      picture.disc(x: x, y: height * 1.45, radius: height * 0.8)
    }
    return picture.file
  }

  private init(_ name: String, _ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    digest = Digest(text: name)
    hue = Double(digest.below(360))
    points = []
    points.reserveCapacity(width * height)
    for row in 0..<height {
      points += repeatElement(UInt8(row * Self.shades / height) << 3, count: width)
    }
  }

  // MARK: Shapes

  private mutating func disc(x: Double, y: Double, radius: Double) {
    for row in 0..<height {
      let across = radius * radius - (Double(row) - y) * (Double(row) - y)
      guard across > 0 else { continue }
      let half = across.squareRoot()
      let first = Int(clamping: max(0, x - half).rounded())
      let last = Int(clamping: min(Double(width), x + half).rounded())
      guard first < last else { continue }
      for place in row * width + first..<row * width + last { points[place] |= 0x80 }
    }
  }

  private mutating func write(_ text: String) {
    let count = Double(max(1, text.count))
    let unit = min(Double(width) / (5.6 * count + 1.6), Double(height) / 10)
    let start = (Double(width) - unit * (5.6 * count - 1.6)) / 2
    let top = (Double(height) - unit * 6) / 2
    for (place, letter) in text.enumerated() {
      let left = start + Double(place) * 5.6 * unit
      let lines = StrokeLetters.lines(letter).map { line in
        line.map { (x: left + $0.x * unit, y: top + $0.y * unit) }
      }
      strokes(lines, pen: unit * 0.5)
    }
  }

  /// Draws lines with a round pen.
  /// - Parameter pen: its radius.
  private mutating func strokes(_ lines: [StrokeLetters.Line], pen: Double) {
    for line in lines {
      for place in 0..<max(1, line.count - 1) {
        stroke(line[place], line[min(place + 1, line.count - 1)], pen)
      }
    }
  }

  private mutating func stroke(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ pen: Double
  ) {
    func range(_ a: Double, _ b: Double, _ limit: Int) -> Range<Int> {
      let first = Int(clamping: max(0, min(a, b) - pen - 1))
      let last = Int(clamping: min(Double(limit), max(a, b) + pen + 2))
      return first..<max(first, last)
    }
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let square = dx * dx + dy * dy
    let columns = range(from.x, to.x, width)
    for row in range(from.y, to.y, height) {
      let y = Double(row) + 0.5 - from.y
      for column in columns {
        let x = Double(column) + 0.5 - from.x
        let along = square > 0 ? min(1, max(0, (x * dx + y * dy) / square)) : 0
        let (rx, ry) = (x - along * dx, y - along * dy)
        let cover = pen + 0.5 - (rx * rx + ry * ry).squareRoot()
        guard cover > 0 else { continue }
        let step = UInt8(clamping: Int(clamping: min(1, cover) * Double(Self.steps - 1)))
        let place = row * width + column
        if points[place] & 7 < step { points[place] = points[place] & 0xF8 | step }
      }
    }
  }

  // MARK: Colours

  private var file: [UInt8] {
    var colors: [(UInt8, UInt8, UInt8)] = []
    for shape in 0..<2 {
      for shade in 0..<Self.shades {
        let down = Double(shade) / Double(Self.shades - 1)
        let ground = Self.color(
          hue: hue + down * 28 + (shape == 1 ? 36 : 0), saturation: 0.52,
          light: 0.50 - down * 0.16 - (shape == 1 ? 0.07 : 0))
        for step in 0..<Self.steps {
          let part = Double(step) / Double(Self.steps - 1) * 0.94
          colors.append(Self.mixed(ground, part))
        }
      }
    }
    return PNGFile.bytes(width: width, height: height, points: points, colors: colors)
  }

  /// Towards white.
  private static func mixed(
    _ color: (Double, Double, Double), _ part: Double
  ) -> (UInt8, UInt8, UInt8) {
    func byte(_ value: Double) -> UInt8 {
      UInt8(clamping: Int(clamping: (value + (1 - value) * part) * 255))
    }
    return (byte(color.0), byte(color.1), byte(color.2))
  }

  private static func color(
    hue: Double, saturation: Double, light: Double
  ) -> (Double, Double, Double) {
    func part(_ offset: Double) -> Double {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return light - saturation * min(light, 1 - light) * max(-1, min(k - 3, 9 - k, 1))
    }
    return (part(0), part(8), part(4))
  }
}
