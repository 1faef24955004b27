// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Programs of the system that tests use.
enum SystemProgram {
  /// Runs a program without output, and waits for its end.
  ///
  /// - Returns: The status from waitpid(2), 0 for success; `nil` if the program does not exist.
  static func run(_ arguments: [String]) -> Int32? {
    var process = pid_t()
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
    defer { free(environment[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for output in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0) }
    let found = ["/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"].map { $0 + arguments[0] }.first { access($0, X_OK) == 0 }
    guard let program = found, posix_spawn(&process, program, &actions, nil, &strings, &environment) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
