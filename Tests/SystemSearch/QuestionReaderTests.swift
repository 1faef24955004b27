// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemSearch
import Testing

/// Questions that come in pieces.
final class QuestionReaderTests {
  private var sockets: [Int32] = [-1, -1]
  private var caller: Int32 { sockets[0] }
  private var service: Int32 { sockets[1] }

  init() throws { try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0) }

  deinit { for socket in sockets { close(socket) } }

  private func send(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    #expect(Glibc.send(caller, bytes, bytes.count, 0) == bytes.count)
  }

  /// Sends bytes while the reader receives them, so that the buffer of the socket is never full.
  private func receive(_ count: Int, with reader: inout QuestionReader) -> QuestionReader.Progress {
    var (progress, sent) = (QuestionReader.Progress.incomplete, 0)
    while sent < count, progress == .incomplete {
      let size = min(50_000, count - sent)
      send(repeatElement(7, count: size))
      sent += size
      progress = reader.receive(from: service)
    }
    return progress
  }

  private func frame(_ bytes: [UInt8]) -> [UInt8] { prefix(bytes.count) + bytes }

  private func prefix(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } }

  @Test func `a question is complete with its last byte, wherever it is divided`() {
    let question = frame([1, 2, 3])
    for first in 0...question.count {
      for second in first...question.count {
        var reader = QuestionReader()
        for piece in [question[..<first], question[first..<second]] {
          send(piece)
          if second < question.count { #expect(reader.receive(from: service) == .incomplete) }
        }
        send(question[second...])
        #expect(reader.receive(from: service) == .complete(.message([1, 2, 3])))
      }
    }
  }

  @Test func `what follows a question belongs to the next one`() {
    send(frame([1]) + frame([]) + frame([2, 3]))
    for message in [[1], [], [2, 3]] as [[UInt8]] {
      var reader = QuestionReader()
      #expect(reader.receive(from: service) == .complete(.message(message)))
    }
    var reader = QuestionReader()
    #expect(reader.receive(from: service) == .incomplete)
  }

  @Test(arguments: [0, 1, 100_000, 1 << 20])
  func `questions up to the limit are received whole`(count: Int) {
    var reader = QuestionReader()
    send(prefix(count))
    let progress = count == 0 ? reader.receive(from: service) : receive(count, with: &reader)
    #expect(progress == .complete(.message(Array(repeating: 7, count: count))))
  }

  @Test func `a question that is too long is skipped, and the next one is read`() {
    let count = 1 << 20 + 1
    var reader = QuestionReader()
    send(prefix(count))
    #expect(receive(count, with: &reader) == .complete(.tooLong(count)))
    send(frame([1]))
    reader = QuestionReader()
    #expect(reader.receive(from: service) == .complete(.message([1])))
  }

  @Test(arguments: [0, 2, 4, 6])
  func `a caller that is gone before its question is complete has ended`(count: Int) {
    send(frame([1, 2, 3]).prefix(count))
    shutdown(caller, Int32(SHUT_WR))
    var reader = QuestionReader()
    var progress = reader.receive(from: service)
    while progress == .incomplete { progress = reader.receive(from: service) }
    #expect(progress == .ended)
  }
}
