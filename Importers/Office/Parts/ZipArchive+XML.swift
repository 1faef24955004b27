// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import Markup

extension ZipArchive {
  /// Parses a member as XML. Does nothing if it does not exist.
  ///
  /// - Parameter afterPiece: Called after each piece of the member, to take what the handler collected.
  /// - Returns: Whether the member exists.
  @discardableResult
  func parse(_ name: String, into handler: any XMLHandler, afterPiece: () throws -> Void = {}) throws -> Bool {
    let parser = try XMLParser(handler)
    let exists = try read(name) { piece in
      parser.parse(piece)
      try afterPiece()
    }
    guard exists else { return false }
    let result = Result { try parser.finish() }
    // The end of the document may complete a text.
    try afterPiece()
    try result.get()
    return true
  }

  /// Appends the text that `handler` collects from a member, as lines of their own.
  @discardableResult
  func appendText(of name: String, readBy handler: some TextHandler, to sink: TextSink) throws -> Bool {
    var last = UInt8(ascii: "\n")
    let result = Result {
      try parse(name, into: handler) {
        let text = handler.takeText()
        try sink.append(utf8: text.span)
        last = text.last ?? last
      }
    }
    if last != UInt8(ascii: "\n") { try sink.append("\n") }
    return try result.get()
  }
}
