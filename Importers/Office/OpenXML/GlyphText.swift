// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// Collects the text on a page of XPS. Programs place words, and often single letters, by their positions; spaces need not be
/// characters (ECMA-388, 12).
final class GlyphText: TextHandler {
  /// Pages do not have longer lines; the rest begins another one.
  private static let maximumRunCount = 4096
  private static let maximumDepth = 256

  private var buffer = TextBuffer()
  private var line: [Run] = []
  private var transforms = [Transform()]
  /// The names of open elements, to know what a transform belongs to.
  private var path: [String] = []

  /// Text at one place.
  private struct Run {
    let text: String
    /// The place of its start, in the direction of the line and across it, and the height of its font.
    let along: Double
    let across: Double
    let size: Double
    /// The length, as far as it can be known without the font.
    let length: Double
    let direction: (x: Double, y: Double)

    /// Whether another run is on the same line.
    func isLine(of other: Run) -> Bool {
      let difference = abs(direction.x - other.direction.x) + abs(direction.y - other.direction.y)
      return difference < 0.01 && abs(across - other.across) < 0.5 * max(size, other.size)
    }
  }

  private struct Transform {
    var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

    init() {}

    /// - Returns: `nil` unless the text consists of six numbers.
    init?(_ text: String) {
      let numbers = text.split(whereSeparator: { $0 == "," || $0 == " " }).compactMap { Double($0) }
      guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
      (a, b, c, d, e, f) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }

    /// This transform, then another one.
    func then(_ o: Transform) -> Transform {
      var result = Transform()
      (result.a, result.b) = (a * o.a + b * o.c, a * o.b + b * o.d)
      (result.c, result.d) = (c * o.a + d * o.c, c * o.b + d * o.d)
      (result.e, result.f) = (e * o.a + f * o.c + o.e, e * o.b + f * o.d + o.f)
      return result
    }
  }

  func takeText() -> [UInt8] { buffer.take() }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    guard path.count < Self.maximumDepth else { return }
    path.append(element)
    let current = transforms[transforms.count - 1]
    switch element {
    case "Canvas":
      transforms.append(attributes["RenderTransform"].flatMap { Transform($0) }.map { $0.then(current) } ?? current)
    // A transform may also be an element in one for the property.
    case "MatrixTransform" where path.dropLast().last == "Canvas.RenderTransform":
      if transforms.count > 1, let matrix = attributes["Matrix"].flatMap({ Transform($0) }) {
        transforms[transforms.count - 1] = matrix.then(transforms[transforms.count - 2])
      }
    case "Glyphs": add(attributes, current)
    default: break
    }
  }

  func end(_ element: String) {
    guard path.last == element else { return }
    path.removeLast()
    if element == "Canvas", transforms.count > 1 { transforms.removeLast() }
    if element == "FixedPage" { endLine() }
  }

  func add(_ characters: borrowing Span<UInt8>) {}

  private func add(_ attributes: borrowing XMLAttributes, _ outer: Transform) {
    guard var text = attributes["UnicodeString"], !text.isEmpty else { return }
    // A mark before text that begins with a brace.
    if text.hasPrefix("{}") { text.removeFirst(2) }
    guard let x = attributes["OriginX"].flatMap({ Double($0) }), let y = attributes["OriginY"].flatMap({ Double($0) }),
      let size = attributes["FontRenderingEmSize"].flatMap({ Double($0) }), x.isFinite, y.isFinite, size.isFinite, size > 0
    else {
      endLine()
      buffer.append(text)
      return buffer.separate()
    }
    let transform = attributes["RenderTransform"].flatMap { Transform($0) }.map { $0.then(outer) } ?? outer
    let scale = (transform.a * transform.a + transform.b * transform.b).squareRoot()
    guard scale > 0, scale.isFinite else { return }
    let direction = (x: transform.a / scale, y: transform.b / scale)
    let place = (x: x * transform.a + y * transform.c + transform.e, y: x * transform.b + y * transform.d + transform.f)
    let run = Run(
      text: text, along: place.x * direction.x + place.y * direction.y, across: place.y * direction.x - place.x * direction.y,
      size: size * scale, length: Self.length(of: text, indices: attributes["Indices"] ?? "") * size * scale, direction: direction)
    if let last = line.last, !run.isLine(of: last) || line.count == Self.maximumRunCount { endLine() }
    line.append(run)
  }

  /// The length of a text in the size of its font: the advances that the file tells, and usual ones for other characters.
  private static func length(of text: String, indices: String) -> Double {
    let advances = indices.split(separator: ";", omittingEmptySubsequences: false).map { entry in
      let fields = entry.split(separator: ",", omittingEmptySubsequences: false)
      return fields.count > 1 ? Double(fields[1]).flatMap { $0.isFinite ? $0 / 100 : nil } : nil
    }
    return text.unicodeScalars.enumerated().reduce(0) { length, scalar in
      length + ((advances.indices.contains(scalar.offset) ? advances[scalar.offset] : nil) ?? usualAdvance(of: scalar.element))
    }
  }

  /// The advance in common fonts without serifs, in the size of the font.
  private static func usualAdvance(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "'", "|": 0.22
    case "f", "t", "I", " ", ".", ",", ":", ";", "!", "/": 0.28
    case "r", "-", "(", ")", "[", "]": 0.33
    case "c", "k", "s", "v", "x", "y", "z", "J": 0.5
    case "m", "M": 0.83
    case "w", "C", "D", "H", "N", "R", "U": 0.72
    case "G", "O", "Q": 0.78
    case "W", "@", "%": 0.94
    case _ where scalar.value >= 0x2E80: 1
    case _ where scalar.properties.isUppercase: 0.66
    default: 0.556
    }
  }

  /// Appends the line, with a space where the distance of two runs is one.
  private func endLine() {
    defer { line.removeAll(keepingCapacity: true) }
    guard let first = line.first else { return }
    buffer.append(first.text)
    let tolerance = letterSpacing
    for (run, previous) in zip(line.dropFirst(), line) {
      if !isJoined(run, to: previous, tolerance) { buffer.separate(by: " ") }
      buffer.append(run.text)
    }
    buffer.separate()
  }

  private enum Spacing {
    /// Places of letters as on a typewriter.
    case step(Double)
    /// What is between letters beyond their usual advances, in the size of the font.
    case gap(Double)
  }

  private func isJoined(_ run: Run, to previous: Run, _ spacing: Spacing) -> Bool {
    let step = run.along - previous.along
    // Before it, or far behind it.
    if step < -0.2 * run.size { return false }
    switch spacing {
    case .step(let usual): return step < 1.4 * usual
    case .gap(let usual): return (step - previous.length) / max(run.size, previous.size) < usual + 0.18
    }
  }

  /// How far letters are apart that are placed one by one.
  private var letterSpacing: Spacing {
    let letters = line.count { $0.text.unicodeScalars.count == 1 }
    guard line.count >= 3, letters * 5 >= line.count * 4 else { return .gap(0) }
    let pairs = zip(line.dropFirst(), line)
    let steps = pairs.map { $0.along - $1.along }.filter { $0 > 0 }.sorted()
    guard let median = steps.isEmpty ? nil : steps[steps.count / 2] else { return .gap(0) }
    let equal = steps.count { abs($0 - median) < 0.03 * median }
    if equal * 4 >= steps.count * 3 { return .step(median) }
    let gaps = pairs.map { ($0.along - $1.along - $1.length) / $0.size }.sorted()
    return .gap(max(0, gaps[gaps.count / 2]))
  }
}
