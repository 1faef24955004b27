// SPDX-License-Identifier: Apache-2.0

internal import CSandbox
internal import CSystem
internal import Glibc
internal import WorkerProtocol

/// The system calls that importers may make. All others fail with EPERM, and the worst ones end the
/// process.
///
/// The descriptor of the file that is being read is outside of Landlock's reach, so calls that
/// change a file through a descriptor are left out: fchmod, fchown, fsetxattr, futimens, flock and
/// so on.
enum SystemCallPolicy {
  private typealias Condition = SystemCallFilter.Condition

  /// CLONE_THREAD, which Swift's Glibc module lacks.
  private static let createsThread: Int32 = 0x1_0000

  /// Calls that are allowed with any arguments.
  private static let allowed = [
    // The file, and data of parsers. Nothing is open for writing but the socket and /dev/null.
    "read", "pread64", "readv", "preadv", "preadv2", "lseek", "_llseek", "close", "fstat", "fstat64", "fadvise64", "fadvise64_64",
    // The status of a descriptor or of a path. Landlock does not hide paths, and a filter cannot tell which argument counts.
    "newfstatat", "fstatat64",
    "write", "writev", "getdents64",
    // The connection to the parent. No other socket can be made.
    "sendmsg", "recvmsg", "poll", "ppoll", "ppoll_time64", "select", "pselect6",
    // Memory
    "brk", "munmap", "mremap", "madvise",
    // Threads
    "futex", "futex_time64", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "getcpu", "gettid", "set_tid_address",
    "rt_sigprocmask", "rt_sigreturn", "sigreturn", "sigaltstack", "exit", "exit_group", "restart_syscall",
    // Time
    "clock_gettime", "clock_gettime64", "clock_getres", "gettimeofday", "time", "nanosleep", "clock_nanosleep", "times", "getrusage",
    // What the process knows about itself and the machine
    "getrandom", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "sysinfo", "uname", "getrlimit",
  ]

  /// Calls that a program needs in addition, because it starts in the sandbox: it loads libraries,
  /// searches for its modules, and asks for the status of the file by its path.
  private static let allowedToPrograms = [
    "arch_prctl", "rt_sigaction", "stat", "stat64", "lstat", "lstat64", "access", "faccessat", "readlink",
    "readlinkat", "getcwd", "getsockopt", "getsockname", "getpeername", "statfs", "fstatfs", "dup",
    // Dispatch and the concurrency runtime wait with these.
    "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "timerfd_create", "timerfd_settime",
  ]

  /// Rules for programs in addition to those for all.
  private static func conditionalForPrograms(_ executable: Int32) -> [(call: String, conditions: [Condition])] {
    // AT_EMPTY_PATH, which Swift's Glibc module lacks.
    let emptyPath: Int32 = 0x1000
    return copies.map { ("fcntl", [.argument(1, is: $0)]) } + [
      // The libraries of the program. Nothing that it can write to can be mapped.
      ("mmap", [.argument(2, hasNoneOf: PROT_WRITE), isNotShared]),
      ("pwrite64", [.argument(0, is: WorkerProtocol.windowDescriptor)]),
      // Over the connection to the parent: without an address, on the only socket.
      ("sendto", [.argument(4, is: 0)]),
      ("recvfrom", [.argument(4, is: 0)]),
      // Landlock decides which file may be executed.
      ("execveat", [.argument(0, is: executable), .argument(4, is: emptyPath)]),
    ]
  }

  /// Shared memory counts neither as data nor as the process's own.
  private static let isNotShared = Condition.argument(3, hasNoneOf: MAP_SHARED)

  /// Commands of fcntl(2) that copy a descriptor.
  private static let copies = [F_DUPFD, F_DUPFD_CLOEXEC]

  /// Rules for workers in addition to those for all. A worker has memory files, which it has written
  /// to. Their descriptors, and copies of all descriptors, have numbers from which nothing is mapped
  /// as code.
  private static let conditionalForWorkers: [(call: String, conditions: [Condition])] = {
    let data = Int32(IPC_DATA_DESCRIPTORS)
    return copies.map { ("fcntl", [.argument(1, is: $0), .argument(2, isAtLeast: data, count: data)]) } + [
      // Libraries that iconv(3) loads are executable, and not writable.
      ("mmap", [.argument(2, hasNoneOf: PROT_WRITE), isNotShared, .argument(4, isAtLeast: 0, count: data)])
    ]
  }()

  /// Calls that are allowed if all conditions of one of their rules hold.
  private static let conditional: [(call: String, conditions: [Condition])] = {
    // __O_TMPFILE and O_PATH, which Swift's Glibc module lacks.
    let (temporaryFile, pathOnly): (Int32, Int32) = (0o20_000_000, 0o10_000_000)
    return [
      ("openat", [.argument(2, hasNoneOf: O_ACCMODE | O_CREAT | O_TRUNC | temporaryFile | pathOnly)]),
      ("open", [.argument(1, hasNoneOf: O_ACCMODE | O_CREAT | O_TRUNC | temporaryFile | pathOnly)]),
      ("mmap", [.argument(2, hasNoneOf: PROT_EXEC), isNotShared]),
      ("mprotect", [.argument(2, hasNoneOf: PROT_EXEC)]),
      ("clone", [.argument(0, has: createsThread)]),
      // abort(3) signals itself.
      ("tgkill", [.argument(0, is: getpid())]),
      ("prlimit64", [.argument(0, is: 0), .argument(2, is: 0)]),
    ]
      // Not F_SETFL, F_SETLK, F_SETLEASE, F_SETOWN, F_SETSIG or F_NOTIFY.
      + [F_GETFD, F_SETFD, F_GETFL].map { ("fcntl", [.argument(1, is: $0)]) }
  }()

  /// Calls that the C library tries before an older one.
  private static let absent = ["clone3", "statx", "openat2", "faccessat2", "close_range", "fchmodat2", "epoll_pwait2", "futex_waitv"]

  /// Calls that no parser ever makes. They end the process, and the parent learns which it was.
  private static let forbidden = [
    "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp",
    "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_send_signal", "pidfd_getfd",
    "connect", "bind", "listen", "accept", "accept4",
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key", "request_key",
    "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "pivot_root", "chroot",
    "setns", "unshare", "personality", "open_by_handle_at", "name_to_handle_at",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
  ]

  /// Builds the filter and applies it.
  ///
  /// - Parameters:
  ///   - socket: The connection to the parent, for reports of forbidden calls. A program that is
  ///     executed loses the reports, and is killed by the calls.
  ///   - executable: The descriptor of the program that may be executed; `nil` for none.
  static func enter(reportingTo socket: Int32, executing executable: Int32? = nil) throws(SandboxError) {
    let filter = try SystemCallFilter(otherwise: .refuse)
    let unconditional = allowed + (executable == nil ? [] : allowedToPrograms)
    for name in unconditional { try filter.add(.allow, name) }
    for rule in conditional + (executable.map(conditionalForPrograms) ?? conditionalForWorkers) where !unconditional.contains(rule.call) {
      try filter.add(.allow, rule.call, where: rule.conditions)
    }
    for name in absent { try filter.add(.pretendAbsence, name) }
    for name in forbidden where executable == nil || name != "execveat" { try filter.add(.trap, name) }
    if let executable { try filter.add(.trap, "execveat", where: [.argument(0, isNot: executable)]) }
    try filter.add(.trap, "clone", where: [.argument(0, hasNoneOf: createsThread)])
    try filter.add(.trap, "tgkill", where: [.argument(0, isNot: getpid())])
    // Standard I/O asks whether a file is a terminal.
    try filter.add(.refuseTerminal, "ioctl")
    try report(forbidden + ["clone", "tgkill"], to: socket)
    try filter.load()
  }

  /// Reports forbidden calls. The reports stay allocated while the process lives.
  private static func report(_ names: [String], to socket: Int32) throws(SandboxError) {
    let calls = UnsafeMutableBufferPointer<sandbox_call>.allocate(capacity: names.count)
    for (index, name) in names.enumerated() {
      let packet = WorkerFrame.forbiddenCall(name).encoded()
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: packet.count)
      _ = unsafe copy.initialize(from: packet)
      let call = unsafe sandbox_call(number: SystemCallFilter.number(of: name), packet: copy.baseAddress, byte_count: copy.count)
      unsafe calls.initializeElement(at: index, to: call)
    }
    guard unsafe sandbox_report_trapped_calls(socket, calls.baseAddress, calls.count) == 0 else {
      throw SandboxError(call: "sigaction", code: errno)
    }
  }
}
