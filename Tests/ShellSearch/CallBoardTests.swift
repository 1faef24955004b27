// SPDX-License-Identifier: Apache-2.0

import ShellSearch
import Testing

struct CallBoardTests {
  /// A board that expectations can change.
  private final class Board {
    typealias Call = CallBoard<String>.Call
    static var maximumWaiting: Int { CallBoard<String>.maximumWaiting }
    private var board = CallBoard<String>()

    func add(_ call: Call) -> CallBoard<String>.Admission { board.add(call) }
    func supersede(_ searcher: String) -> [UInt64] { board.supersede(searcher) }
    func next() -> Call? { board.next() }
    func isWanted(_ number: UInt64) -> Bool { board.isWanted(number) }
    func finish() -> Bool { board.finish() }
  }

  private let board = Board()

  private func search(_ number: UInt64, by searcher: String = ":1.1") -> Board.Call {
    Board.Call(number: number, searcher: searcher, request: "search \(number)")
  }

  private func question(_ number: UInt64) -> Board.Call { Board.Call(number: number, searcher: nil, request: "metas \(number)") }

  @Test func `calls run in the order of their arrival, one at a time`() {
    #expect(board.next() == nil)
    for number in 1...3 { #expect(board.add(question(UInt64(number))) == .init(isAdmitted: true, superseded: [])) }
    for number in 1...3 {
      #expect(board.next()?.number == UInt64(number))
      #expect(board.next() == nil)
      #expect(board.isWanted(UInt64(number)))
      #expect(board.finish())
      #expect(!board.isWanted(UInt64(number)))
    }
    #expect(board.next() == nil)
  }

  @Test func `a search ends the waiting one of the same caller`() {
    _ = board.add(search(1))
    #expect(board.add(search(2)) == .init(isAdmitted: true, superseded: [1]))
    #expect(board.next()?.number == 2)
    #expect(board.finish())
    #expect(board.next() == nil)
  }

  @Test func `a search ends the running one, whose answer is not sent twice`() {
    _ = board.add(search(1))
    #expect(board.next()?.number == 1)
    #expect(board.add(search(2)).superseded == [1])
    #expect(!board.isWanted(1))
    #expect(board.add(search(3)).superseded == [2])
    #expect(!board.finish())
    #expect(board.next()?.number == 3)
    #expect(board.isWanted(3))
    #expect(board.finish())
  }

  @Test func `searches of others and questions are not ended`() {
    _ = board.add(search(1, by: ":1.1"))
    _ = board.add(question(2))
    #expect(board.add(search(3, by: ":1.2")).superseded.isEmpty)
    #expect(board.supersede(":1.1") == [1])
    #expect(board.next()?.number == 2)
    _ = board.finish()
    #expect(board.next()?.number == 3)
  }

  @Test func `too many calls are refused, and earlier ones run`() {
    for number in 1...UInt64(Board.maximumWaiting) { #expect(board.add(question(number)).isAdmitted) }
    #expect(!board.add(question(1000)).isAdmitted)
    #expect(!board.add(search(1001)).isAdmitted)
    #expect(board.next()?.number == 1)
    #expect(board.add(search(1002)).isAdmitted)
    // A search that takes the place of another one needs no more room.
    #expect(board.add(search(1003)) == .init(isAdmitted: true, superseded: [1002]))
  }

  @Test func `every call is answered exactly once`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var (board, answered, sent): (Board, [UInt64], [UInt64]) = (Board(), [], [])
      var running: UInt64?
      for number in 1...UInt64(60) {
        let call = Bool.random(using: &generator) ? search(number, by: ":1.\(Int.random(in: 1...2, using: &generator))") : question(number)
        sent.append(number)
        let admission = board.add(call)
        answered += admission.superseded + (admission.isAdmitted ? [] : [number])
        if running == nil { running = board.next()?.number }
        if let number = running, Bool.random(using: &generator) {
          if board.finish() { answered.append(number) }
          running = board.next()?.number
        }
      }
      while let number = running {
        if board.finish() { answered.append(number) }
        running = board.next()?.number
      }
      #expect(answered.sorted() == sent)
    }
  }
}
