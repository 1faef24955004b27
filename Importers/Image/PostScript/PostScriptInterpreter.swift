// SPDX-License-Identifier: Apache-2.0

internal import CGhostscript
internal import ImporterSupport

/// Runs a program in PostScript with Ghostscript, and delivers the text of its pages.
///
/// The program draws on a device that notes only characters. What it prints is discarded. It cannot reach files, and the worker's
/// sandbox does not depend on that.
@safe final class PostScriptInterpreter {
  /// What is opened when the library is loaded, with the libraries that it needs, and when an interpreter starts.
  static let dataPaths =
    ["/etc/ld.so.cache", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"]
    + ["/usr/share/ghostscript", "/usr/share/color/icc/ghostscript", "/usr/share/fonts", "/var/lib/ghostscript/fonts"]

  /// Seconds of processor time after which a loop ends.
  static let maximumSeconds = 15

  /// Runs the program that is read from standard input.
  ///
  /// The operator that repeats a procedure without an end is replaced, so that it ends with the page so far when the time is over.
  /// Other loops come to an end by themselves, or by the limit of the worker. Pictures in other documents and programs with
  /// mistakes do not show their last page, so it is shown at the end.
  private static let program = """
    userdict /SearchlightEnd usertime \(maximumSeconds * 1000) add put
    userdict /loop {
      [ { usertime userdict /SearchlightEnd get gt { systemdict begin showpage quit } if } /exec load 4 -1 roll /exec load ] cvx
      systemdict /loop get exec
    } bind put
    { (%stdin) (r) file cvx exec } stopped $error /newerror get and userdict exch /SearchlightFailed exch put
    { systemdict /showpage get exec } stopped pop
    userdict /SearchlightFailed get { null $error /errorname get signalerror } if
    """

  private let file: ImportedFile
  private let sink: TextSink
  private var rest: Range<UInt64>
  /// The error of the file or of the sink. The interpreter then stops.
  private(set) var error: (any Error)?

  /// Loads Ghostscript's library when it is asked for the first time.
  static var isInstalled: Bool { ghostscript_load() }

  /// - Parameter program: Where the program is in the file.
  init(_ file: ImportedFile, _ program: Range<UInt64>, _ sink: TextSink) {
    self.file = file
    self.sink = sink
    rest = program
  }

  /// Runs the program. ``isInstalled`` must be true.
  ///
  /// - Returns: 0, or the number of an error; `nil` if Ghostscript does not start.
  func run() -> Int32? {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let interpreter = unsafe ghostscript_start(
      { context, buffer, count in unsafe from(context).read(UnsafeMutableRawBufferPointer(start: buffer, count: count)) },
      { context, bytes, count in unsafe from(context).take(UnsafeRawBufferPointer(start: bytes, count: count)) }, context)
    guard let interpreter = unsafe interpreter else { return nil }
    defer { unsafe ghostscript_stop(interpreter) }
    return unsafe ghostscript_run(interpreter, Self.program)
  }

  fileprivate func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(ImportError) {
      let wanted = Int(min(UInt64(buffer.count), rest.upperBound - rest.lowerBound))
      let count = try unsafe file.read(at: rest.lowerBound, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      rest = (rest.lowerBound + UInt64(count))..<rest.upperBound
      return count
    } catch {
      self.error = error
      return 0
    }
  }

  fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try unsafe sink.append(utf8: bytes.bindMemory(to: UInt8.self))
      return true
    } catch {
      self.error = error
      return false
    }
  }
}

private func from(_ context: UnsafeMutableRawPointer?) -> PostScriptInterpreter {
  guard let context = unsafe context else { preconditionFailure("Ghostscript passes the context that it was given.") }
  return unsafe Unmanaged<PostScriptInterpreter>.fromOpaque(context).takeUnretainedValue()
}
