// SPDX-License-Identifier: Apache-2.0

import Attributes
import FuzzSupport
import WorkerProtocol

/// One input of libFuzzer: the receiving end, then a packet.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFrames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let isWorker = input.byte() & 1 == 1
  let packet = input.remainder()
  if isWorker {
    guard let frame = try? WorkerFrame(decoding: packet.span) else { return 0 }
    let encoded = frame.encoded()
    require(encoded.count <= packet.count, "decoding made more of the packet than it holds")
    require((try? WorkerFrame(decoding: encoded.span)) == frame, "encoding changes the frame")
  } else {
    guard let frame = try? ParentFrame(decoding: packet.span) else { return 0 }
    // Compares bytes, because NaN is not equal to itself.
    let encoded = frame.encoded()
    require((try? ParentFrame(decoding: encoded.span))?.encoded() == encoded, "encoding changes the frame")
  }
  return 0
}

/// Writes the seeds before libFuzzer reads the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFrames(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  writeSeeds {
    let request = ImportRequest(
      id: .init(7), fileName: Array("a.txt".utf8), byteCount: 300, modified: Timestamp(secondsSinceReferenceDate: 1.5),
      typeIdentifier: "public.text", isTypeCertain: true, wantsText: true, typesOfOthers: ["com.example.a"], path: Array("/a.txt".utf8))
    let result = ImportResult(
      id: .init(1), textByteCount: 300, recordByteCount: 12, typeIdentifier: "public.png", mimeType: "image/png", importer: "Image",
      textIsFileContent: true, warning: ImportFailure(.damaged, "the size is missing"))
    let importer = ImporterDescription(name: "Document", version: 3, contentTypes: ["public.text", "com.adobe.pdf"])
    let parentFrames: [ParentFrame] = [.importFile(request), .windowIsFree]
    let workerFrames: [WorkerFrame] = [
      .hello(protocolVersion: 6, importers: [importer], sandbox: .complete), .forbiddenCall("execve"),
      .confined(.complete), .notStarted("no such file"),
      .text(.init(9), byteCount: 1 << 20), .finished(result), .failed(.init(3), ImportFailure(.encrypted, "it is encrypted")),
    ]
    return parentFrames.map { [0] + $0.encoded() } + workerFrames.map { [1] + $0.encoded() }
  }
  return 0
}
