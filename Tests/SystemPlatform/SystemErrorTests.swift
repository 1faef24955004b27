// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPlatform
import Testing

struct SystemErrorTests {
  @Test func `an error has the number of the call that failed`() {
    close(-1)
    let error = SystemError.current("close", path: Path("/a"))
    #expect(error == SystemError(code: Errno(EBADF), call: "close", path: Path("/a")))
    #expect(error.reason == "Bad file descriptor (close)")
  }

  @Test(arguments: [
    ("inotify_add_watch", ENOSPC, "fs.inotify.max_user_watches"), ("inotify_init1", EMFILE, "fs.inotify.max_user_instances"),
    ("fanotify_mark", ENOSPC, "fs.fanotify.max_user_marks"), ("fanotify_init", EMFILE, "fs.fanotify.max_user_groups"),
  ])
  func `a limit on watches is not called a full disk`(call: String, code: Int32, setting: String) {
    #expect(SystemError(code: Errno(code), call: call).reason.hasSuffix("raise \(setting)"))
    #expect(SystemError(code: Errno(code), call: "write").reason == "\(Errno(code)) (write)")
  }

  @Test(arguments: [(ENOENT, true, true), (ENOTDIR, true, true), (ELOOP, false, true), (EACCES, false, false)])
  func `what is missing is told from what is forbidden`(code: Int32, isMissing: Bool, isMissingOrLink: Bool) {
    #expect(Errno(code).isMissing == isMissing)
    #expect(Errno(code).isMissingOrLink == isMissingOrLink)
  }

  @Test(arguments: [(ENOSPC, true), (EIO, true), (EMFILE, true), (EACCES, false), (ENOENT, false), (EINVAL, false)])
  func `a shortage may pass`(code: Int32, isPassing: Bool) { #expect(Errno(code).isPassing == isPassing) }
}
