// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import SystemPlatform

/// The terminal, taken over by a full-screen interface until ``leave()`` or the end of the process.
///
/// It is that of standard input and output. If one of these is not a terminal, as in `vim "$(mdfind -i)"`, it is the controlling
/// terminal of the process.
package struct Terminal: ~Copyable {
  /// What happened.
  package enum Event: Sendable {
    case keys([TerminalKey])
    /// The screen must be drawn again, perhaps with another size.
    case changed
    /// The process was asked to end, or the terminal is gone.
    case end
  }

  private var decoder = TerminalKeyDecoder()
  /// What the screen shows; `nil` if that is unknown.
  private var shown: [ScreenLine]?

  /// An escape character that nothing follows for this time is the key, in milliseconds. Over a slow
  /// connection, the bytes of a sequence may arrive one by one.
  private static let pause: Int32 = 50

  /// Whether there is one.
  package static var isPresent: Bool { terminal_open() == 0 }

  /// - Returns: `nil` if there is none.
  package init?() { guard terminal_enter() == 0 else { return nil } }

  package func leave() { terminal_leave() }

  /// Gives the terminal to another program while `body` runs.
  package mutating func lend<Result>(_ body: () -> Result) -> Result {
    terminal_leave()
    defer {
      terminal_resume()
      shown = nil
    }
    return body()
  }

  /// Stops the process, as Ctrl-Z does, until it continues.
  package mutating func suspend() {
    terminal_suspend()
    shown = nil
  }

  /// Forgets what the screen shows, so that all of it is drawn again.
  package mutating func invalidate() { shown = nil }

  package var size: (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (0, 0)
    unsafe terminal_size(&columns, &rows)
    return (Int(columns), Int(rows))
  }

  /// Waits for the next event.
  package mutating func next() -> Event {
    while true {
      let event = terminal_wait(decoder.isIncomplete ? Self.pause : -1)
      if event & TERMINAL_END != 0 { return .end }
      if event & TERMINAL_CHANGED != 0 {
        shown = nil
        return .changed
      }
      var bytes: [UInt8] = []
      if event & TERMINAL_INPUT != 0 {
        do throws(SystemError) { bytes = try FileDescriptor(terminal_input()).read(limit: 4096) } catch {}
        if bytes.isEmpty { return .end }
      }
      let keys = decoder.keys(bytes, isPaused: event == 0)
      if !keys.isEmpty { return .keys(keys) }
    }
  }

  /// Draws the lines that have changed, in one write and without clearing the screen, so that nothing
  /// flickers.
  ///
  /// - Parameters:
  ///   - lines: All lines of the screen.
  ///   - cursor: The column of the cursor in the first line.
  package mutating func draw(_ lines: [ScreenLine], cursor: Int) {
    // A terminal that knows this mode shows all changes at once. Others ignore it.
    var output = Array("\u{1B}[?2026h\u{1B}[?25l".utf8)
    if shown == nil { output += "\u{1B}[2J".utf8 }
    for (row, line) in lines.enumerated() where shown.map({ row >= $0.count || $0[row] != line }) ?? true {
      output += "\u{1B}[\(row + 1);1H".utf8
      output += line.bytes
      // Behind a full line, the cursor is still on its last character.
      if line.columns > 0 { output += "\u{1B}[K".utf8 }
    }
    output += "\u{1B}[1;\(cursor + 1)H\u{1B}[?25h\u{1B}[?2026l".utf8
    shown = lines
    // If the terminal is gone, the next event says so.
    _ = Descriptor.write(output, to: terminal_output())
  }

  /// Lets the terminal put text into the clipboard of the person's desktop, also from another machine. Not all terminals do.
  /// xterm's control sequence OSC 52
  package func copy(_ text: [UInt8]) {
    _ = Descriptor.write(Array("\u{1B}]52;c;".utf8) + Base64.encode(text).utf8 + [0x07], to: terminal_output())
  }
}
