/// Reads PDF's syntax, as far as the way to the information dictionary and its texts need it.
struct PDFScanner {
  private let bytes: [UInt8]
  /// The bytes read so far.
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipSpace() {
    while let byte = next, byte.isPDFSpace { offset += 1 }
  }

  /// The number that comes next, without sign; `nil` and nothing read, except white space, for anything else.
  mutating func number() -> Int? {
    skipSpace()
    let digits = bytes[offset...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let value = Int(String(decoding: digits.prefix(19), as: UTF8.self)) else { return nil }
    offset = digits.endIndex
    return value
  }

  /// The first number after the first `/key` anywhere in the bytes.
  func number(after key: String) -> Int? { numbers(after: key).first }

  /// The numbers, perhaps in brackets, after the first `/key` anywhere in the bytes.
  func numbers(after key: String) -> [Int] {
    for place in bytes.ranges(of: Array("/\(key)".utf8)) {
      var scanner = self
      scanner.offset = place.upperBound
      scanner.skipSpace()
      if scanner.next == UInt8(ascii: "[") { scanner.offset += 1 }
      var numbers: [Int] = []
      while let number = scanner.number() { numbers.append(number) }
      if !numbers.isEmpty { return numbers }
    }
    return []
  }

  /// Reads `12 0 obj`.
  ///
  /// - Returns: Whether that is there, with that number.
  mutating func enterObject(_ number: Int) -> Bool {
    guard self.number() == number, self.number() != nil else { return false }
    skipSpace()
    guard bytes[offset...].starts(with: Array("obj".utf8)) else { return false }
    offset += 3
    return true
  }

  /// The strings of the dictionary that comes next, by their keys; up to the first value that is itself a dictionary or an array.
  mutating func strings() -> [String: [UInt8]] {
    var strings: [String: [UInt8]] = [:]
    skipSpace()
    guard bytes[offset...].starts(with: Array("<<".utf8)) else { return strings }
    offset += 2
    while let key = name() {
      skipSpace()
      switch next {
      case UInt8(ascii: "("): strings[key] = literal()
      case UInt8(ascii: "<") where bytes.dropFirst(offset + 1).first != UInt8(ascii: "<"): strings[key] = hexadecimal()
      case UInt8(ascii: "/"): _ = name()
      case UInt8(ascii: "<"), UInt8(ascii: "["): return strings
      default: offset = bytes[offset...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") } ?? bytes.count
      }
    }
    return strings
  }

  private mutating func name() -> String? {
    skipSpace()
    guard next == UInt8(ascii: "/") else { return nil }
    let name = bytes[(offset + 1)...].prefix { !$0.isPDFSpace && !"/()<>[]{}%".utf8.contains($0) }
    offset = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func hexadecimal() -> [UInt8] {
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
    var digits = bytes[(offset + 1)..<end].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    offset = min(end + 1, bytes.count)
    // A missing last digit is zero.
    if !digits.count.isMultiple(of: 2) { digits.append(0) }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// A string in parentheses; those inside it are in pairs or escaped.
  private mutating func literal() -> [UInt8] {
    var output: [UInt8] = []
    var depth = 0
    while let byte = next {
      offset += 1
      switch byte {
      case UInt8(ascii: "("):
        if depth > 0 { output.append(byte) }
        depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return output }
        output.append(byte)
      case UInt8(ascii: "\\"): escape(into: &output)
      default: output.append(byte)
      }
    }
    return output
  }

  private mutating func escape(into output: inout [UInt8]) {
    guard let byte = next else { return }
    let octal = bytes[offset...].prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
    guard octal.isEmpty else {
      offset = octal.endIndex
      return output.append(UInt8(truncatingIfNeeded: octal.reduce(0) { $0 << 3 | Int($1 & 7) }))
    }
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    // A line's end after a backslash is none.
    case 0x0D: if next == 0x0A { offset += 1 }
    case 0x0A: break
    default: output.append(byte)
    }
  }
}

extension UInt8 {
  fileprivate var isPDFSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self == 0 }
}
