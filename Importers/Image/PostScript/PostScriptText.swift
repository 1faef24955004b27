// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport
internal import SystemPlatform

/// The text of a document or a picture in PostScript.
enum PostScriptText {
  /// Appends the text of the pages.
  ///
  /// - Parameter program: Where the program is in the file.
  /// - Throws: The reason why there is no text, or not all of it.
  static func append(of file: ImportedFile, _ program: Range<UInt64>, to text: TextSink) throws {
    guard PostScriptInterpreter.isInstalled else {
      throw ImportError.unsupported("the text of PostScript is read only with Ghostscript; install libgs10")
    }
    let start = processorTime
    let interpreter = PostScriptInterpreter(file, program, text)
    guard let code = interpreter.run() else { throw ImportError.unsupported("Ghostscript does not start; its files may be missing") }
    if let error = interpreter.error { throw error }
    // A loop that took too long quits. The two clocks differ a little.
    if code == quitCode, processorTime - start > .seconds(PostScriptInterpreter.maximumSeconds - 1) {
      throw ImportError.unsupported(
        "a program in PostScript that takes more than \(PostScriptInterpreter.maximumSeconds) s is read in part")
    }
    if let name = errorName(code) { throw ImportError.damaged("its program ends with the error “\(name)”") }
  }

  private static let fatalCode: Int32 = -100
  private static let quitCode: Int32 = -101

  /// The errors of PostScript, with numbers from -1 on. Others are requests, such as that to quit.
  private static let errorNames = [
    "unknownerror", "dictfull", "dictstackoverflow", "dictstackunderflow", "execstackoverflow", "interrupt", "invalidaccess",
    "invalidexit", "invalidfileaccess", "invalidfont", "invalidrestore", "ioerror", "limitcheck", "nocurrentpoint", "rangecheck",
    "stackoverflow", "stackunderflow", "syntaxerror", "timeout", "typecheck", "undefined", "undefinedfilename", "undefinedresult",
    "unmatchedmark", "VMerror", "configurationerror", "undefinedresource", "unregistered", "invalidcontext", "invalidid",
  ]

  private static func errorName(_ code: Int32) -> String? {
    guard code < 0, code > fatalCode else { return code == fatalCode ? "fatal" : nil }
    let index = Int(-code) - 1
    return errorNames.indices.contains(index) ? errorNames[index] : errorNames[0]
  }

  /// The processor time of this process. clock_gettime(2).
  private static var processorTime: Duration { ProcessorTime.ofProcess }
}
