// SPDX-License-Identifier: Apache-2.0

import SystemSearch
import Testing

/// Which questions are answered, and at whose cost.
struct AdmissionTests {
  private static let start = ContinuousClock.now
  private let alice = Account.user(1)
  private let bob = Account.user(2)
  private let carol = Account.user(3)
  private let limits: Admission.Limits = {
    var limits = Admission.Limits()
    (limits.answersOfAccount, limits.answers, limits.connectionsOfAccount, limits.connections) = (2, 4, 5, 8)
    return limits
  }()

  private func at(_ seconds: Double) -> ContinuousClock.Instant { Self.start + .seconds(seconds) }

  /// Connects callers and has them ask at once.
  private func ask(_ admission: inout Admission, _ descriptors: ClosedRange<Int32>, _ account: Account, at time: Double = 0) {
    for descriptor in descriptors {
      #expect(admission.connected(descriptor, account, at(time)) == [])
      admission.asked(descriptor, at(time))
    }
  }

  @Test func `a connection without a question keeps nobody from an answer`() {
    var admission = Admission(limits)
    for descriptor in Int32(1)...4 { #expect(admission.connected(descriptor, alice, at(0)) == []) }
    #expect(admission.decide(at(100)) == [] && admission.nextDecision == nil)
    ask(&admission, 5...5, alice)
    #expect(admission.decide(at(0)) == [.answer(5)])
  }

  @Test func `questions beyond the limit of an account wait until one is answered, and are refused only then`() {
    var admission = Admission(limits)
    ask(&admission, 1...4, alice)
    #expect(admission.decide(at(0)) == [.answer(1), .answer(2)])
    #expect(admission.waiting == [3, 4] && admission.nextDecision == at(10))
    admission.answered(1, at(1))
    #expect(admission.decide(at(1)) == [.answer(3)])
    #expect(admission.decide(at(9.9)) == [])
    let reason = "2 searches of this user are running; wait until one has ended"
    #expect(admission.decide(at(10)) == [.refuse(4, reason)])
    #expect(admission.nextDecision == nil && admission.all == [1, 2, 3])
  }

  @Test func `a connection asks again and again`() {
    var admission = Admission(limits)
    ask(&admission, 1...2, alice)
    for round in 0..<100 {
      #expect(admission.decide(at(Double(round))) == [.answer(1), .answer(2)])
      #expect(admission.answered(1, at(Double(round))) == alice)
      admission.answered(2, at(Double(round)))
      admission.asked(1, at(Double(round)))
      admission.asked(2, at(Double(round)))
    }
  }

  @Test func `whoever has fewer answers is next`() {
    var admission = Admission(limits)
    ask(&admission, 1...2, alice)
    ask(&admission, 3...4, bob)
    #expect(admission.decide(at(0)).count == 4)
    ask(&admission, 5...5, alice, at: 1)
    ask(&admission, 6...6, carol, at: 2)
    admission.answered(1, at(1.5))
    #expect(admission.decide(at(1.5)) == [.answer(6)])
  }

  @Test func `an answer that takes long ends for somebody who has none, and no other`() {
    var admission = Admission(limits)
    ask(&admission, 1...2, alice)
    ask(&admission, 3...4, bob)
    #expect(admission.decide(at(0)).count == 4)
    ask(&admission, 5...6, carol, at: 1)
    #expect(admission.decide(at(1)) == [] && admission.nextDecision == at(2))
    guard case .end(let first)? = admission.decide(at(2)).first else { return #expect(Bool(false), "an answer ends") }
    #expect(admission.decide(at(2)) == [])
    admission.answered(first, at(2))
    admission.closed(first)
    #expect(admission.decide(at(2)) == [.answer(5)])
    // Nobody has two more than carol now.
    #expect(admission.decide(at(5)) == [])
  }

  @Test func `nobody ends others' answers for more than a fair share`() {
    var admission = Admission(limits)
    ask(&admission, 1...1, alice)
    ask(&admission, 2...2, bob)
    ask(&admission, 3...4, carol)
    #expect(admission.decide(at(0)).count == 4)
    ask(&admission, 5...5, alice, at: 1)
    #expect(admission.decide(at(5)) == [] && admission.nextDecision == at(11))
    #expect(admission.decide(at(11)) == [.refuse(5, "too many searches are running; try again")])
  }

  @Test func `room for connections is made at the cost of who has most`() {
    var admission = Admission(limits)
    for descriptor in Int32(1)...5 { _ = admission.connected(descriptor, alice, at(Double(descriptor))) }
    for descriptor in Int32(6)...8 { _ = admission.connected(descriptor, bob, at(Double(descriptor))) }
    #expect(admission.connected(9, carol, at(9)) == [.close(1)])
    #expect(admission.connected(10, alice, at(10)) == [.refuse(10, "there are too many connections; try again")])
    admission.closed(9)
    #expect(admission.connected(11, alice, at(11)) == [])
    #expect(admission.connected(12, alice, at(12)) == [.close(2)])
  }

  @Test func `an event of a connection that is gone changes nothing`() {
    var admission = Admission(limits)
    admission.asked(7, at(0))
    #expect(admission.answered(7, at(0)) == nil)
    admission.closed(7)
    #expect(admission.all == [] && admission.decide(at(0)) == [])
  }

  @Test func `random events keep the limits`() {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &random)
    var state = seed
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var admission = Admission(limits)
    var (answering, open, time): ([Int32: Account], [Int32: Account], Double) = ([:], [:], 0)
    for number in Int32(1)...2000 {
      time += Double(next(3))
      var actions: [Admission.Action] = []
      switch next(4) {
      case 0:
        let account = Account.user(UInt32(next(4)))
        open[number] = account
        actions = admission.connected(number, account, at(time))
      case 1, 2: if let one = admission.idle.first { admission.asked(one, at(time)) }
      default:
        guard let one = answering.keys.min() else { continue }
        answering[one] = nil
        admission.answered(one, at(time))
      }
      for action in actions + admission.decide(at(time)) {
        switch action {
        case .answer(let one): answering[one] = open[one]
        case .end(let one):
          #expect(answering[one] != nil, "seed \(seed)")
          answering[one] = nil
          admission.answered(one, at(time))
          admission.closed(one)
          open[one] = nil
        case .close(let one), .refuse(let one, _):
          #expect(answering[one] == nil, "seed \(seed)")
          open[one] = nil
        }
      }
      #expect(Set(admission.all) == Set(open.keys) && open.count <= limits.connections, "seed \(seed)")
      #expect(answering.count <= limits.answers, "seed \(seed)")
      for account in Set(answering.values) { #expect(answering.values.count { $0 == account } <= limits.answersOfAccount, "seed \(seed)") }
    }
  }

  private static let accounts: [(UInt32, Account)] = [
    (1000, .user(1000)), (100_000, .user(1000)), (165_535, .user(1000)), (165_536, .user(1001)), (231_072, .subordinates(of: "eve")),
    (300_000, .user(77)), (4_294_967_295, .user(5)), (400_000, .user(400_000)),
  ]

  @Test(arguments: accounts)
  func `the ids of a subordinate range count together, with their owner`(user: UInt32, account: Account) {
    let table = AccountTable(
      subordinates: "alice:100000:65536\nbob:165536:65536\neve:231072:65536\n77:300000:1\nbroken:x:1\nempty:400000:0\nlate:4294967290:99\n",
      users: "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000:::\nbob:x:1001:1001:::\nlate:x:5:5:::\nbroken\n")
    #expect(table.account(of: user) == account)
  }
}
