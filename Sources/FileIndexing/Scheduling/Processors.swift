internal import Glibc

/// The machine's processors, as far as this process may use them.
enum Processors {
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
