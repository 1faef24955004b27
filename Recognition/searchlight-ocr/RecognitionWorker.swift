// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import ImporterSupport
internal import Sandbox
internal import TextRecognition
internal import WorkerProtocol

/// Reads the text in pictures for `mds` and `mdimport`, which start it and communicate with it over descriptors 3
/// and 4.
@main
enum RecognitionWorker {
  /// Read by OpenMP when it is loaded. Tesseract starts threads otherwise, which take more processor time in all.
  private static let threadLimit = "OMP_THREAD_LIMIT"

  static func main() {
    process_prepare()
    if unsafe getenv(threadLimit) == nil { startAgain() }
    do throws(IdentityError) {
      try unsafe Sandbox.becomeUser(arguments.map { unsafe String(cString: $0) })
    } catch {
      fail("\(error)")
    }
    let channel = channel()
    do throws(RecognitionError) { try PictureTextImporter.load(languages, locales: locales) } catch { fail("\(error)") }
    let loop = WorkerLoop(channel: channel, importers: [PictureTextImporter.self], sniffer: nil)
    var sandbox = Sandbox()
    sandbox.readablePaths = ["/usr/share/poppler"]
    let layers = sandbox.enter()
    do throws(WorkerProtocolError) { try loop.run(inside: layers) } catch { exit(1) }
  }

  /// Starts the program again, with the variable for OpenMP.
  private static func startAgain() {
    unsafe setenv(threadLimit, "1", 1)
    var pointers = unsafe arguments.map { unsafe UnsafeMutablePointer<CChar>?($0) }
    unsafe pointers.append(nil)
    unsafe execv("/proc/self/exe", &pointers)
    fail("cannot be started again: \(errno)")
  }

  private static var arguments: [UnsafeMutablePointer<CChar>] {
    var count: Int32 = 0
    let arguments = unsafe process_arguments(&count)
    return unsafe (0..<Int(count)).compactMap { unsafe arguments?[$0] }
  }

  /// `--languages CODES`, separated by commas.
  private static var languages: [String]? {
    let arguments = unsafe arguments.map { unsafe String(cString: $0) }
    guard let option = arguments.firstIndex(of: "--languages"), option + 1 < arguments.count else { return nil }
    return arguments[option + 1].split(separator: ",").map(String.init)
  }

  /// The parent passes on the user's choice of languages.
  private static var locales: [String] {
    unsafe getenv("LANGUAGE").map { unsafe String(cString: $0) }.map { $0.split(separator: ":").map(String.init) } ?? []
  }

  private static func channel() -> WorkerChannel {
    do throws(WorkerProtocolError) {
      return try WorkerChannel()
    } catch {
      let message = "searchlight-ocr: this program is started by mds and does nothing on its own\n"
      _ = unsafe write(STDERR_FILENO, message, message.utf8.count)
      exit(2)
    }
  }

  private static func fail(_ reason: String) -> Never {
    unsafe WorkerFrame.notStarted(reason).encoded().withUnsafeBytes { bytes in
      _ = unsafe ipc_send_packet(WorkerProtocol.socketDescriptor, bytes.baseAddress, bytes.count, -1, true)
    }
    exit(1)
  }
}
