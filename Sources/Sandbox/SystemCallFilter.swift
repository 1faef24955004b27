// SPDX-License-Identifier: Apache-2.0

internal import CSeccomp
internal import Glibc

/// A filter of system calls: a default, and rules for calls by name. Wraps libseccomp.
///
/// Calls of another architecture, such as the 32-bit ones of the same processor, kill the process.
@safe final class SystemCallFilter {
  /// What happens to a call.
  enum Action {
    case allow
    /// It fails with EPERM.
    case refuse
    /// It fails with ENOSYS, so that the C library uses an older call instead.
    case pretendAbsence
    /// It fails with ENOTTY.
    case refuseTerminal
    /// It raises SIGSYS in the thread.
    case trap

    fileprivate var rawValue: UInt32 {
      switch self {
      case .allow: seccomp_permission
      case .refuse: seccomp_refusal
      case .pretendAbsence: seccomp_absence
      case .refuseTerminal: seccomp_no_terminal
      case .trap: seccomp_trap
      }
    }
  }

  /// A condition on an argument. All 64 bits count, also where the kernel ignores the upper half, so
  /// that a test for equality errs on the side of refusal.
  struct Condition {
    fileprivate let raw: scmp_arg_cmp

    private init(_ argument: Int, _ comparison: scmp_compare, _ first: UInt64, _ second: UInt64 = 0) {
      raw = scmp_arg_cmp(arg: UInt32(argument), op: comparison, datum_a: first, datum_b: second)
    }

    static func argument(_ index: Int, is value: Int32) -> Self { Self(index, SCMP_CMP_EQ, UInt64(bitPattern: Int64(value))) }
    static func argument(_ index: Int, isNot value: Int32) -> Self { Self(index, SCMP_CMP_NE, UInt64(bitPattern: Int64(value))) }
    static func argument(_ index: Int, has bit: Int32) -> Self { Self(index, SCMP_CMP_MASKED_EQ, UInt64(bit), UInt64(bit)) }
    static func argument(_ index: Int, hasNoneOf bits: Int32) -> Self { Self(index, SCMP_CMP_MASKED_EQ, UInt64(bits), 0) }

    /// Whether an argument is in `start..<(start + count)`.
    ///
    /// - Precondition: `count` is a power of two, and `start` a multiple of it.
    static func argument(_ index: Int, isAtLeast start: Int32, count: Int32) -> Self {
      precondition(count > 0 && count & (count - 1) == 0 && start % count == 0, "such a range has the same upper bits")
      return Self(index, SCMP_CMP_MASKED_EQ, ~UInt64(count - 1), UInt64(start))
    }
  }

  private let context: scmp_filter_ctx

  /// - Parameter action: The default, for calls without a rule.
  init(otherwise action: Action) throws(SandboxError) {
    guard let context = unsafe seccomp_init(action.rawValue) else { throw SandboxError(call: "seccomp_init", code: ENOMEM) }
    unsafe self.context = context
    try set(SCMP_FLTATR_ACT_BADARCH, to: seccomp_death)
    try set(SCMP_FLTATR_CTL_TSYNC, to: 1)
    // A binary tree instead of a list of comparisons.
    try set(SCMP_FLTATR_CTL_OPTIMIZE, to: 2)
  }

  deinit { unsafe seccomp_release(context) }

  private func set(_ attribute: scmp_filter_attr, to value: UInt32) throws(SandboxError) {
    try Self.check(unsafe seccomp_attr_set(context, attribute, value), "seccomp_attr_set")
  }

  /// Adds a rule. A call that this architecture or libseccomp does not know is left to the default.
  ///
  /// - Parameter conditions: All must hold. Several rules for one call are alternatives.
  func add(_ action: Action, _ name: String, where conditions: [Condition] = []) throws(SandboxError) {
    let number = Self.number(of: name)
    guard number != __NR_SCMP_ERROR else { return }
    let arguments = conditions.map(\.raw)
    let status = unsafe arguments.withUnsafeBufferPointer { arguments in
      unsafe seccomp_rule_add_array(context, action.rawValue, number, UInt32(arguments.count), arguments.baseAddress)
    }
    try Self.check(status, name)
  }

  /// Applies the filter to all threads of the process. seccomp(2).
  func load() throws(SandboxError) { try Self.check(unsafe seccomp_load(context), "seccomp_load") }

  /// The number of a system call; negative if there is none by that name.
  static func number(of name: String) -> Int32 { unsafe seccomp_syscall_resolve_name(name) }

  private static func check(_ status: Int32, _ call: String) throws(SandboxError) {
    guard status == 0 else { throw SandboxError(call: call, code: -status) }
  }
}

/// A layer that could not be entered.
struct SandboxError: Error, Equatable {
  let call: String
  let code: Int32
}
