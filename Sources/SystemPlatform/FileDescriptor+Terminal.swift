// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension FileDescriptor {
  /// Whether text that is written here appears on a terminal. isatty(3)
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The number of columns of the terminal; `nil` if it is none or does not say. ioctl(2), `TIOCGWINSZ`
  package var columns: Int? {
    var size = winsize()
    return unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Waits until something can be read, or until nobody can read what is written to `output`. poll(2)
  ///
  /// - Returns: `false` if nobody reads `output`.
  package func waitForInput(whileOneReads output: FileDescriptor) -> Bool {
    var waiting = [
      pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0), pollfd(fd: output.rawValue, events: 0, revents: 0),
    ]
    _ = retryingInterrupted { unsafe poll(&waiting, 2, -1) }
    return waiting[1].revents & Int16(POLLERR) == 0
  }
}
