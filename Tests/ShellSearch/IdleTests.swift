// SPDX-License-Identifier: Apache-2.0

import ShellSearch
import Testing

struct IdleTests {
  private let start = SuspendingClock().now

  @Test func `a program that nobody calls ends after the limit`() {
    let clock = IdleClock(limit: .seconds(60), now: start)
    #expect(clock.remaining(now: start) == .seconds(60))
    #expect(clock.remaining(now: start + .seconds(59)) == .seconds(1))
    #expect(clock.remaining(now: start + .seconds(60)) == .zero)
    #expect(clock.remaining(now: start + .seconds(600)) == .zero)
  }

  @Test func `a call begins the time again`() {
    var clock = IdleClock(limit: .seconds(60), now: start)
    clock.use(now: start + .seconds(50))
    #expect(clock.remaining(now: start + .seconds(60)) == .seconds(50))
    // An instant that was taken before does not shorten it.
    clock.use(now: start)
    #expect(clock.remaining(now: start + .seconds(60)) == .seconds(50))
  }
}

struct ResultMemoryTests {
  private func file(_ name: String) -> ResultIdentifier { .file(Array("/\(name)".utf8)) }

  @Test func `a choice has what was typed and what was passed`() {
    var memory = ResultMemory()
    memory.remember([file("a"), file("b"), file("c")], for: ShellQuery("re"))
    memory.remember([file("c"), file("a")], for: ShellQuery("rep"))
    #expect(memory.choice(of: file("a"), for: nil) == .init(query: "rep", passed: [file("c")]))
    #expect(memory.choice(of: file("b"), for: nil) == .init(query: "re", passed: [file("a")]))
    #expect(memory.choice(of: file("c"), for: ShellQuery("re")) == .init(query: "re", passed: [file("a"), file("b")]))
    // A text whose list has passed.
    #expect(memory.choice(of: file("c"), for: ShellQuery("repo")) == .init(query: "repo", passed: []))
    #expect(memory.choice(of: file("x"), for: nil) == nil)
  }

  @Test func `only the last lists are remembered`() {
    var memory = ResultMemory()
    for number in 0..<100 { memory.remember([file("\(number)")], for: ShellQuery("query \(number)")) }
    #expect(memory.choice(of: file("99"), for: nil)?.query == "query 99")
    #expect(memory.choice(of: file("91"), for: nil) == nil)
    #expect(memory.choice(of: file("92"), for: nil) != nil)
    // The list of the same text takes no room.
    for _ in 0..<100 { memory.remember([file("new")], for: ShellQuery("query 99")) }
    #expect(memory.choice(of: file("93"), for: nil) != nil)
    #expect(memory.choice(of: file("99"), for: nil) == nil)
  }
}

struct TerminalCommandTests {
  @Test func `the terminal that was chosen comes first`() {
    func command(_ installed: String...) -> [String]? { TerminalCommand.running(["mdfind", "-i", "--", "a b"]) { installed.contains($0) } }
    #expect(command("xterm", "x-terminal-emulator", "konsole") == ["x-terminal-emulator", "-e", "mdfind", "-i", "--", "a b"])
    #expect(command("gnome-terminal") == ["gnome-terminal", "--", "mdfind", "-i", "--", "a b"])
    #expect(command("xdg-terminal-exec", "xterm") == ["xdg-terminal-exec", "mdfind", "-i", "--", "a b"])
    #expect(command() == nil)
  }
}
