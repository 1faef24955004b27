// SPDX-License-Identifier: Apache-2.0

import SystemSearch
import Testing

/// How the steps of answers follow from the searches before.
struct AnswerLevelsTests {
  private let start = ContinuousClock.now

  /// The level of predicates.
  private func level(_ levels: inout AnswerLevels, after time: Duration = .zero) -> Int { levels.current(start + time)[.predicate] }

  private func note(_ load: AnswerReport.Load, _ levels: inout AnswerLevels, after time: Duration = .zero) {
    levels.note(AnswerReport(kind: .predicate, load: load), start + time)
  }

  @Test func `searches of at most half a step raise nothing`() {
    var levels = AnswerLevels(start)
    for _ in 0..<10_000 { note(.moderate, &levels) }
    #expect(level(&levels) == 0)
  }

  @Test func `one long search among sixteen raises nothing`() {
    var levels = AnswerLevels(start)
    for number in 0..<10_000 { note(number % 17 == 0 ? .tight : .light, &levels) }
    #expect(level(&levels) == 0)
  }

  @Test func `long searches raise the level of their kind soon`() {
    var levels = AnswerLevels(start)
    note(.exceeding, &levels)
    #expect(level(&levels) == 0)
    note(.exceeding, &levels)
    #expect(level(&levels) == 1)
    for _ in 0..<4 { note(.tight, &levels) }
    #expect(level(&levels) == 2)
    #expect(levels.current(start)[.words] == 0 && levels.current(start)[.file] == 0)
    for number in 0..<1000 { note(number % 8 == 0 ? .tight : .light, &levels) }
    #expect(level(&levels) > 2)
  }

  @Test func `a level falls once in ten minutes, unless searches need it`() {
    var levels = AnswerLevels(start)
    for _ in 0..<4 { note(.exceeding, &levels) }
    #expect(level(&levels) == 2)
    for second in 0..<600 { note(second % 8 == 0 ? .moderate : .light, &levels, after: .seconds(second)) }
    #expect(level(&levels, after: .seconds(601)) == 2)
    for second in 601..<1200 { note(second % 32 == 0 ? .moderate : .light, &levels, after: .seconds(second)) }
    #expect(level(&levels, after: .seconds(1200)) == 2)
    #expect(level(&levels, after: .seconds(1201)) == 1)
    #expect(level(&levels, after: .seconds(1800)) == 1)
    #expect(level(&levels, after: .seconds(1801)) == 0)
    #expect(level(&levels, after: .seconds(9999)) == 0)
  }

  @Test func `a step becomes two to three times as long as the searches, and stays so`() {
    for milliseconds in [1, 10, 30, 200, 900, 5000] {
      let time = Duration.milliseconds(milliseconds)
      var levels = AnswerLevels(start)
      var (now, exceeding, steps) = (start, 0, [Duration]())
      for _ in 0..<10_000 {
        let step = AnswerTime.step(of: .predicate, conditionCount: 0, level: levels.current(now)[.predicate])
        let load = AnswerReport.Load(of: time, step: step)
        exceeding += load == .exceeding ? 1 : 0
        levels.note(AnswerReport(kind: .predicate, load: load), now)
        if steps.last != step { steps.append(step) }
        now += .seconds(1)
      }
      #expect(exceeding <= 40 && steps == steps.sorted(), "\(time): \(exceeding), \(steps)")
      let last = steps.last ?? .zero
      #expect(last >= time * 2 && last <= max(time * 3, .milliseconds(25)), "\(time): \(last)")
    }
  }

  @Test func `loads are parts of the step`() {
    func load(_ microseconds: Int) -> AnswerReport.Load { AnswerReport.Load(of: .microseconds(microseconds), step: .milliseconds(1)) }
    #expect([0, 353, 354, 500, 501, 1000, 1001].map(load) == [.light, .light, .moderate, .moderate, .tight, .tight, .exceeding])
  }

  @Test func `the status of a process tells what it has answered`() {
    let reports = QuestionKind.allCases.flatMap { kind in AnswerReport.Load.allCases.map { AnswerReport(kind: kind, load: $0) } }
    for report in reports { #expect(AnswerReport(status: report.status) == report && report.status < 128) }
    #expect(Set(reports.map(\.status)).count == reports.count)
    for status: Int32 in [0, 1, 2, 15, 28, 127, 255] { #expect(AnswerReport(status: status) == nil) }
  }
}
