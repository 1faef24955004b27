// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The object of `mds` on the message bus of the user's session.
final class ControlBusTests {
  private let user: TestEnvironment
  private let bus: SessionBus

  init() throws {
    user = try TestEnvironment(files: ["a.txt": "first"])
    bus = try SessionBus(user)
  }

  deinit { bus.stop() }

  private static let name = "org.searchlight.Searchlight1"
  private static let object = [name, "/org/searchlight/Searchlight1", name]

  private func ask(_ verb: String, _ arguments: String...) throws -> String {
    let command = ["--user", verb] + Self.object + arguments
    let outcome = try user.outcome { user.process(executable: "/usr/bin/busctl", command, output: $0, errors: $1) }
    return outcome.text + outcome.errors
  }

  @Test func `properties show what the daemon does`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("everything is indexed: \(daemon.log)") { try ask("get-property", "State") == "s \"idle\"\n" }
    #expect(try ask("get-property", "Activity") == "s \"everything is indexed\"\n")
    #expect(try ask("get-property", "Pending", "Failed") == "t 0\nt 0\n")
    let lines = try ask("introspect").split(separator: "\n").dropFirst()
    let interface = lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
    #expect(
      interface == [
        ".Pause method s", ".Reload method -", ".Resume method u", ".Activity property s", ".Failed property t", ".LastError property s",
        ".Pending property t", ".State property s", ".Version property s",
      ])
  }

  @Test func `a change of a property is announced`() throws {
    let daemon = try RunningDaemon(user)
    let path = user.root + "/signals"
    let rule = "type='signal',interface='org.freedesktop.DBus.Properties',path='\(Self.object[1])'"
    let monitor = user.process(executable: "/usr/bin/dbus-monitor", [rule], output: try user.newFile(path), errors: .nullDevice)
    try monitor.run()
    defer { monitor.terminate() }
    var number = 0
    try user.wait("a signal has come") {
      number += 1
      _ = try user.run("mdutil", number % 2 == 1 ? "pause" : "resume")
      return try String(contentsOfFile: path, encoding: .utf8).contains("string \"paused\"")
    }
    #expect(daemon.process.isRunning)
  }

  @Test func `a program pauses the daemon until it resumes it or leaves the bus`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("everything is indexed") { try ask("get-property", "State") == "s \"idle\"\n" }
    // Leaves the bus after the reply.
    #expect(try ask("call", "Pause", "s", "test") == "u 1\n")
    try user.wait("its pause ends: \(daemon.log)") {
      daemon.log.contains("paused by a program: test\n") && daemon.log.hasSuffix("resumed\n")
    }
    let script = """
      import ctypes, sys
      bus = ctypes.CDLL("libsystemd.so.0")
      connection, reply, number = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint32()
      assert bus.sd_bus_open_user(ctypes.byref(connection)) >= 0
      target = [b"\(Self.object[0])", b"\(Self.object[1])", b"\(Self.object[2])"]
      def call(*arguments):
          return bus.sd_bus_call_method(connection, *target, arguments[0], None, ctypes.byref(reply), *arguments[1:])
      assert call(b"Pause", b"s", b"test") >= 0
      assert bus.sd_bus_message_read(reply, b"u", ctypes.byref(number)) >= 0
      print(number.value, flush=True)
      sys.stdin.readline()
      assert call(b"Resume", b"u", number) >= 0
      assert call(b"Resume", b"u", number) < 0
      print("resumed", flush=True)
      sys.stdin.readline()
      """
    let (input, output) = (Pipe(), Pipe())
    let program = user.process(executable: "/usr/bin/python3", ["-c", script], output: output.fileHandleForWriting, errors: .standardError)
    program.standardInput = input
    try program.run()
    defer { program.terminate() }
    #expect(output.fileHandleForReading.availableData == Data("2\n".utf8))
    #expect(try user.run("mdutil", "-s").text.contains("activity: paused by a program: test; 'mdutil resume'"))
    try user.write("b.txt", "second")
    try user.wait("its name is found") { try user.find("-name", "b.txt") == ["b.txt"] }
    #expect(try user.find("second") == [])
    input.fileHandleForWriting.write(Data("\n".utf8))
    #expect(output.fileHandleForReading.availableData == Data("resumed\n".utf8))
    try user.wait("its content is found") { try user.find("second") == ["b.txt"] }
  }

  @Test func `a program ends only its own pauses, and has few`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("everything is indexed") { try ask("get-property", "State") == "s \"idle\"\n" }
    let script = """
      import ctypes, sys
      bus = ctypes.CDLL("libsystemd.so.0")
      target = [b"\(Self.object[0])", b"\(Self.object[1])", b"\(Self.object[2])"]
      def connect():
          connection = ctypes.c_void_p()
          assert bus.sd_bus_open_user(ctypes.byref(connection)) >= 0
          return connection
      def pause(connection, reason=b"test"):
          reply, number = ctypes.c_void_p(), ctypes.c_uint32()
          if bus.sd_bus_call_method(connection, *target, b"Pause", None, ctypes.byref(reply), b"s", reason) < 0:
              return None
          assert bus.sd_bus_message_read(reply, b"u", ctypes.byref(number)) >= 0
          return number.value
      def resume(connection, number):
          return bus.sd_bus_call_method(connection, *target, b"Resume", None, None, b"u", ctypes.c_uint32(number)) >= 0
      one, other = connect(), connect()
      first = pause(one, b"x" * 100000)
      print(resume(other, first), resume(one, first), resume(one, first))
      numbers = [pause(one) for _ in range(9)]
      print(numbers.count(None), resume(one, numbers[0]), pause(one) is None)
      connections = [connect() for _ in range(8)]
      print(sum(pause(connection) is not None for connection in connections for _ in range(9)))
      print(all(resume(one, number) for number in numbers[1:8]), pause(other) is None)
      """
    let outcome = try user.outcome { user.process(executable: "/usr/bin/python3", ["-c", script], output: $0, errors: $1) }
    #expect(outcome.lines == ["False True False", "1 True False", "56", "True False"], "\(outcome.errors)")
    #expect(!daemon.log.contains(String(repeating: "x", count: 201)) && daemon.log.contains(String(repeating: "x", count: 200)))
    try user.wait("its pauses end with it") { try ask("get-property", "State") == "s \"idle\"\n" }
  }

  @Test func `a daemon goes on when the bus ends, or another has the name`() throws {
    let daemon = try RunningDaemon(user)
    try user.wait("the name is there") { try ask("get-property", "Version").hasPrefix("s ") }
    let other = try TestEnvironment(files: ["c.txt": "third"])
    other.moreVariables = user.moreVariables
    let second = try RunningDaemon(other)
    try other.wait("it says so: \(second.log)") { second.log.contains("sd_bus_request_name: File exists; programs cannot control") }
    bus.stop()
    try user.wait("it says so: \(daemon.log)") { daemon.log.contains("programs can no longer control mds through the message bus") }
    try user.write("b.txt", "second")
    try user.wait("changes are followed") { try user.find("second") == ["b.txt"] }
    #expect(second.process.isRunning)
  }
}
